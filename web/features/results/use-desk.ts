import { useReducer } from 'react';
import type { EditedTexts } from '#shared/edited-texts.ts';
import type { ReadWord, Replacement } from './rows.ts';
import type { EditedPair } from './text-editor.tsx';

/** A correction that was just made, in the row it was made from. */
export type Done = {
  row: number;
  /** To undo it. */
  before: Pick<EditedTexts, 'transcript' | 'translation' | 'translationOf' | 'speakers'>;
  replacement?: Replacement | undefined;
  /** In how many places a word was replaced at once. */
  count?: number;
};

export type Desk = {
  /** The row whose buttons the Tab key reaches; arrows go to the others. */
  current: number;
  editing: { row: number; word?: ReadWord | undefined } | undefined;
  /** Typed in a row and given up with Esc. */
  draft: { row: number; texts: EditedPair } | undefined;
  done: Done | undefined;
  /** The row whose speaker is being named. */
  naming: number | undefined;
};

const begun: Desk = { current: 0, editing: undefined, draft: undefined, done: undefined, naming: undefined };

export const useDesk = () => useReducer((desk: Desk, change: Partial<Desk>) => ({ ...desk, ...change }), begun);
