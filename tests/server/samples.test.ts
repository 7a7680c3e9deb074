import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSample, sampleAddress, samples } from '#shared/samples.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { makeRecording, readSession, signIn, upload } from '../support/test-client.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const publicFolder = path.resolve(import.meta.dirname, '../../web/public');
const read = (sample: (typeof samples)[number]) => readFileSync(path.join(publicFolder, sampleAddress(sample)));

it.each(samples)('the sample $id is the file whose hash we know, and its words are in order', (sample) => {
  expect(sha256(read(sample))).toBe(sample.sha256);
  const times = sample.words.flatMap(([, ...times]) => times);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

it('nothing else is a sample', () => {
  expect(isSample(sha256(makeRecording()))).toBe(false);
});

describe.each(databaseKinds)('samples on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database });
  });
  afterAll(() => app.destroy());

  it('run through the engine and cost no attempt; any other recording does', async () => {
    const { token } = await signIn(app.base);
    for (const sample of samples) {
      const answer = await upload(app.base, token, read(sample));
      expect([answer.status, answer.body.data?.attemptsRemaining]).toEqual([200, 3]);
      app.clock.advance(61);
    }
    expect((await upload(app.base, token, makeRecording())).body.data.attemptsRemaining).toBe(2);
    expect((await readSession(app.base, token)).body.data.attemptsRemaining).toBe(2);
  });
});

afterAll(destroySharedPostgres);
