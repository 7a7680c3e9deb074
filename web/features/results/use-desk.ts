import { useReducer } from 'react';
import type { EditedTexts } from './result-store.ts';
import type { Replacement } from './rows.ts';
import type { EditedPair } from './text-editor.tsx';

/** A correction that was just made, in the row it was made from. */
export type Done = {
  row: number;
  /** To undo it. */
  before: Pick<EditedTexts, 'transcript' | 'translation' | 'translationOf'>;
  replacement?: Replacement | undefined;
  /** In how many places a word was replaced at once. */
  count?: number;
};

/** What a reader is doing with the rows of a result. */
export type Desk = {
  /** The row whose buttons the Tab key reaches; arrows go to the others. */
  current: number;
  editing: { row: number; word?: number | undefined } | undefined;
  /** Typed in a row and given up with Esc. */
  draft: { row: number; texts: EditedPair } | undefined;
  done: Done | undefined;
};

export type DeskChange =
  | { type: 'point'; row: number }
  | { type: 'open'; row: number; word?: number | undefined }
  | { type: 'close'; draft?: EditedPair | undefined }
  | { type: 'done'; done: Done | undefined };

function change(desk: Desk, news: DeskChange): Desk {
  switch (news.type) {
    case 'point':
      return { ...desk, current: news.row };
    case 'open':
      return { ...desk, current: news.row, editing: { row: news.row, word: news.word } };
    case 'close':
      return {
        ...desk,
        editing: undefined,
        draft: news.draft && { row: desk.current, texts: news.draft },
      };
    case 'done':
      return { ...desk, editing: undefined, draft: undefined, done: news.done };
  }
}

export const useDesk = () => useReducer(change, { current: 0, editing: undefined, draft: undefined, done: undefined });
