import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mails, rateCounters, transcriptionParts, transcriptions, users, workers } from '#server/db/schema.ts';
import { runPipeline } from '#speech/engine/pipeline.ts';
import { detector, speakerEmbedding } from '#speech/models/resolve-models.ts';
import { type LocalEngines, openLocalEngines } from '#speech/parts/open-engines.ts';
import { audioFixture } from '../support/audio-fixtures.ts';
import { usualDecoder } from '../support/sound-in-memory.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { signIn, upload } from '../support/test-client.ts';

let app: TestApp;
let local: LocalEngines;
/** What the model made of the voices. */
const embedded: Float32Array[] = [];
const leaks: string[] = [];

/** Four numbers on end of an embedding, as a computer keeps them and as text. */
const spellings = (embedding: Float32Array): (Buffer | string)[] => {
  const from = embedding.findIndex((value, at) => at > 32 && value !== 0);
  return [
    Buffer.from(embedding.slice(from, from + 4).buffer),
    Buffer.from(embedding.slice(from, from + 4).buffer)
      .toString('base64')
      .slice(0, 20),
    String(embedding[from]).slice(0, 9),
  ];
};

function lookFor(place: string, content: Buffer): void {
  for (const embedding of embedded)
    if (spellings(embedding).some((spelling) => content.includes(spelling))) leaks.push(place);
}

function lookThroughFiles(): void {
  for (const entry of readdirSync(app.dataDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) lookFor(entry.name, readFileSync(path.join(entry.parentPath, entry.name)));
}

beforeAll(async () => {
  app = await startTestApp();
  local = await openLocalEngines({ detector, speakers: speakerEmbedding }, 1);
  const recognised = { isSpeech: true, outOfAlphabetProbability: 0, somaliLogOdds: null };
  const engines = {
    ...local,
    description: { recogniser: 'test', translator: 'test', isStarter: false, isCalibrated: false },
    speakers: {
      async embed(...windows: Parameters<typeof local.speakers.embed>) {
        const embeddings = await local.speakers.embed(...windows);
        embedded.push(embeddings.slice());
        return embeddings;
      },
      async tellTurns(...found: Parameters<typeof local.speakers.tellTurns>) {
        lookThroughFiles();
        return local.speakers.tellTurns(...found);
      },
    },
    recogniser: {
      name: 'test',
      recognise: async () => ({
        ...recognised,
        words: [{ raw: 'waan', startSeconds: 0, endSeconds: 1, confidence: 0.9 }],
      }),
    },
    translator: {
      name: 'test',
      translate: async () => ({ text: 'I', tokenLogProbabilities: [], isCut: false }),
    },
  };
  app.engine.transcribe = (file, options) =>
    runPipeline(file, { engines, decoder: usualDecoder, maxAudioSeconds: 60 }, options);
});
afterAll(() => Promise.all([app.destroy(), local.close()]));

it('numbers that a voice is known by are in no database, file or log, while it is worked on and afterwards', async () => {
  const { token } = await signIn(app.base);
  const { body } = await upload(app.base, token, readFileSync(audioFixture('speech-30s.webm')));
  expect(body.data.transcription.speakersIfCounted).toHaveLength(5);
  expect(embedded.flatMap((batch) => batch.length).reduce((sum, length) => sum + length)).toBeGreaterThan(20 * 256);
  lookThroughFiles();
  lookFor('answer', Buffer.from(JSON.stringify(body)));
  lookFor('log', Buffer.from([...app.logLines, ...app.printed].join('\n')));
  const tables = [transcriptions, transcriptionParts, users, mails, rateCounters, workers];
  for (const table of tables)
    lookFor('database', Buffer.from(JSON.stringify(await app.database.db.select().from(table))));
  expect(leaks).toEqual([]);
});
