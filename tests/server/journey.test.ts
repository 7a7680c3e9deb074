import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UploadData } from '#shared/contract/transcription.ts';
import { createServerProcess, type ServerProcess } from '../support/server-process.ts';
import { audioForm, call, readSession, signIn, uniqueEmail } from '../support/test-client.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/audio/${name}`, import.meta.url));

/** Puts an ID3 2.3 tag with one title frame before an MP3 (id3.org, v2.3 §3). */
function withTitle(mp3: Buffer, title: string): Buffer {
  const frame = Buffer.concat([
    Buffer.from('TIT2'),
    Buffer.from([0, 0, 0, title.length + 1, 0, 0, 0]),
    Buffer.from(title),
  ]);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([3, 0, 0, 0, 0, 0, frame.length]), frame, mp3]);
}

/** The product as `npm start` runs it: the real engine on the starter models, nothing set. */
describe('from sign-up to a result with the real engine', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await createServerProcess({
      entry: 'server/main.ts',
      env: { SPEECH_PROFILE: 'starter', MAX_AUDIO_SECONDS: '60' },
    });
    await server.start();
    while (!(await call(server.base, '/api/ready')).body.ready) await sleep(500);
  });
  afterAll(() => server.destroy());

  const send = (token: string, name: string, bytes: Buffer = fixture(name)) =>
    call<{ success: boolean; code?: string; error?: string; data: UploadData }>(
      server.base,
      '/api/transcription/upload',
      {
        method: 'POST',
        body: audioForm(bytes, name, 'application/octet-stream'),
        token,
      },
    );
  const remaining = async (token: string) => (await readSession(server.base, token)).body.data.attemptsRemaining;

  it('gives Somali and English, counts 3, 2, 1, 0 and refuses a fourth', async () => {
    const email = uniqueEmail();
    const { token } = await signIn(server.base, email);
    await expect.poll(() => server.output).toContain(`Mail to ${email}: http://localhost`);
    expect(await remaining(token)).toBe(3);
    for (const [name, left] of [
      ['speech-8s.wav', 2],
      ['speech-8s.opus', 1],
      ['speech-8s.m4a', 0],
    ] as const) {
      const { status, body } = await send(token, name);
      expect([name, status]).toEqual([name, 200]);
      const { transcription, attemptsRemaining } = body.data;
      expect(attemptsRemaining).toBe(left);
      expect(transcription.rawTranscript.length).toBeGreaterThan(5);
      expect(transcription.transcript).toMatch(/^\p{Lu}/u);
      expect(transcription.translation.length).toBeGreaterThan(5);
      expect(transcription.engine.isStarter).toBe(true);
      expect(transcription.warnings).toContain('STARTER_MODELS');
      expect(transcription.durationSeconds).toBeGreaterThan(5);
      expect(transcription.words.length).toBeGreaterThan(1);
    }
    const fourth = await send(token, 'speech-2s.webm');
    expect([fourth.status, fourth.body.code]).toEqual([403, 'ATTEMPTS_EXHAUSTED']);
  });

  it('charges nothing for silence, broken files and what is too long', async () => {
    const { token } = await signIn(server.base);
    const outcomes = [];
    for (const name of [
      'silence-5s.opus',
      'truncated.m4a',
      'no-sound.mp4',
      'not-audio.mp3',
      'empty.wav',
      'speech-5min.opus',
    ]) {
      const { body } = await send(token, name);
      outcomes.push([name, body.code]);
      expect(body.error).toBeTruthy();
    }
    expect(outcomes).toEqual([
      ['silence-5s.opus', 'NO_SPEECH'],
      ['truncated.m4a', 'AUDIO_DAMAGED'],
      ['no-sound.mp4', expect.stringMatching(/^AUDIO_/)],
      ['not-audio.mp3', 'AUDIO_UNSUPPORTED'],
      ['empty.wav', 'AUDIO_EMPTY'],
      ['speech-5min.opus', 'AUDIO_TOO_LONG'],
    ]);
    expect(await remaining(token)).toBe(3);
  });

  it('keeps only a re-encoded recording, without what the original said about its maker (S49)', async () => {
    const { token } = await signIn(server.base);
    const { status, body } = await send(
      token,
      'speech-8s.mp3',
      withTitle(fixture('speech-8s.mp3'), 'Hargeysa 9.56N 44.06E'),
    );
    expect([status, body.code]).toEqual([200, undefined]);
    const folder = path.join(server.dataDir, 'storage/audio');
    for (const name of readdirSync(folder)) {
      const stored = readFileSync(path.join(folder, name));
      expect(stored.subarray(0, 4).toString()).toBe('OggS');
      expect(stored.toString('latin1')).toContain('OpusHead');
      expect(stored.toString('latin1')).not.toMatch(/ID3|Hargeysa|9\.56N/);
    }
    await expect.poll(() => readdirSync(path.join(server.dataDir, 'storage/uploads'))).toEqual([]);
    if (status === 200)
      expect((await fetch(body.data.transcription.s3Url)).headers.get('content-type')).toBe('audio/ogg');
  });
});
