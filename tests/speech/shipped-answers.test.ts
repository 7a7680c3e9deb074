import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerSample, readShippedFigures } from '#lab/evaluation/shipped-answers.ts';
import { sampleAddress, sampleIds, shippedAnswers, shippedFigures } from '#shared/samples.ts';
import { readSpeechSettings, type SpeechEngine, startSpeechEngine } from '#speech/engine.ts';

const mend = 'run npm run lab -- samples';
let engine: SpeechEngine;

beforeAll(async () => {
  const started = startSpeechEngine(readSpeechSettings({ SPEECH_PROFILE: 'starter' }));
  engine = started.engine;
  await started.ready;
});
afterAll(() => engine.close());

it.each(sampleIds)('the landing page shows what the shipped models answer to %s', async (id) => {
  expect(await answerSample(engine, sampleAddress({ id })), mend).toEqual(shippedAnswers[id]);
});

it('the landing page tells the figures of the cards', () => {
  expect(readShippedFigures(), mend).toEqual(shippedFigures);
});
