import type { ReactNode } from 'react';
import { type EditedTexts, editedOf } from '#shared/edited-texts.ts';
import { renderForTest } from '../../app/render-for-test.tsx';
import type { Result } from '../../features/results/result-store.ts';
import { ResultsStep } from '../../features/results/results-step.tsx';

const recording = { bytes: new ArrayBuffer(4), mimeType: 'audio/webm', fileName: 'recording.wav' };
const sync = { edit: async () => undefined, translate: async () => undefined, noteEditing: () => undefined };

type Options = { edited?: Partial<EditedTexts>; isFresh?: boolean; attemptsNotice?: (left: number) => ReactNode };

/** A result on its screen; what is below the texts comes when they have been drawn: `advance(0)`. */
export async function renderResult(
  result: Result,
  { edited, isFresh = true, attemptsNotice = () => null }: Options = {},
) {
  const { attemptsRemaining } = result;
  const texts = { ...editedOf(result), ...edited };
  const kept = { result, edited: texts, recording, madeAt: 0, version: 0, isSaved: true };
  const screen = await renderForTest(
    <ResultsStep
      state={{ kept, other: undefined, isTranslating: false, editors: 0, isCutOff: false }}
      sync={sync}
      isFresh={isFresh}
      attemptsRemaining={attemptsRemaining}
      attemptsNotice={attemptsNotice(attemptsRemaining)}
      onDeleted={() => undefined}
    />,
  );
  const metrics = () => screen.root.querySelector('details:has(dl)');
  const cardOf = (title: string) =>
    [...screen.root.querySelectorAll('section')].find((section) => section.querySelector('h2')?.textContent === title);
  return { screen, metrics, cardOf };
}
