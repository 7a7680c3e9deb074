import type { SpeechErrorCode, SpeechResult } from '#speech/engine.ts';
import { characterErrorRate } from '../metrics/error-rate.ts';
import type { TestClip } from '../test-sets/test-clip.ts';

/** What became of a clip, and how long the whole of it took on the clock. */
export type ClipOutcome = { clip: TestClip; elapsedSeconds: number } & (
  | { result: SpeechResult }
  | { failure: SpeechErrorCode }
);

export const resultOf = (outcome: ClipOutcome): SpeechResult | undefined =>
  'result' in outcome ? outcome.result : undefined;

/** What was said and what was heard; a clip without a result was heard as nothing. */
export const pairTexts = (outcome: ClipOutcome) => ({
  reference: outcome.clip.text,
  hypothesis: resultOf(outcome)?.rawTranscript ?? '',
});

export const clipErrorRate = (outcome: ClipOutcome): number => characterErrorRate([pairTexts(outcome)]);
