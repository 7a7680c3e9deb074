// npm run lab -- samples: what the shipped models answer to the samples, and their measured figures, for the landing page.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type SampleAnswer, sampleAddress, sampleIds } from '#shared/samples.ts';
import { readSpeechSettings, startSpeechEngine } from '#speech/engine.ts';
import { answerSample, readShippedFigures } from '../evaluation/shipped-answers.ts';

const root = path.resolve(import.meta.dirname, '../..');
const file = path.join(root, 'shared/shipped-answers.json');

const { engine, ready } = startSpeechEngine(readSpeechSettings({ SPEECH_PROFILE: 'starter' }));
const answers: Record<string, SampleAnswer> = {};
try {
  await ready;
  for (const id of sampleIds) answers[id] = await answerSample(engine, sampleAddress({ id }));
} finally {
  await engine.close();
}
writeFileSync(file, JSON.stringify({ answers, figures: readShippedFigures() }));
execFileSync(path.join(root, 'node_modules/.bin/biome'), ['check', '--write', file], { stdio: 'ignore' });
for (const [id, { sentences }] of Object.entries(answers))
  console.log(`${id}\n${sentences.map(({ somali, english }) => `  ${somali}\n  ${english}`).join('\n')}`);
