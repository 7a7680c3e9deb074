import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readSpeechSettings,
  type SavedPart,
  type SpeechEngine,
  type SpeechEvent,
  startSpeechEngine,
} from '#speech/engine.ts';
import { audioFixture, fieldFixture } from '../support/audio-fixtures.ts';

/** Test material that is not part of the project. */
const sharedData = process.env.TEST_DATA_DIR ?? '';

const settings = { ...readSpeechSettings({ SPEECH_PROFILE: 'starter' }), maxAudioSeconds: 600 };

const readText = async (name: string) => (await readFile(audioFixture(name), 'utf8')).trim().split('\n').join(' ');
const bare = (text: string) => text.toLowerCase().replace(/[.,?!]/g, '');

/** Process ids of the inference children of this process. */
function findChildren(): number[] {
  const listing = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return listing
    .split('\n')
    .filter((line) => line.includes('local/child'))
    .map((line) => Number.parseInt(line, 10));
}

describe('the engine on the starter models', () => {
  let engine: SpeechEngine;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'engine-'));
    const started = startSpeechEngine(settings);
    engine = started.engine;
    await started.ready;
  });

  afterAll(async () => {
    await engine.close();
    expect(findChildren()).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('hears a voice and sentences it was never trained on, and translates them', async () => {
    const events: SpeechEvent[] = [];
    const result = await engine.transcribe(audioFixture('speech-8s.webm'), { onEvent: (event) => events.push(event) });
    expect(result.rawTranscript).toBe(bare(await readText('speech-8s.so.txt')));
    // Ubax is a name and a flower: the enhancement leaves the small letter that was heard.
    expect(result.transcript).toBe((await readText('speech-8s.so.txt')).replace('Ubax', 'ubax'));
    // The greeting is a sentence that it may rightly not be sure of.
    expect(result.translation).toMatch(
      /flying to Japan on Monday\.( \(\?\))? We are talking about this picture\.( \(\?\))?$/,
    );
    expect(result.engine).toMatchObject({ isStarter: true, isCalibrated: false });
    expect(result.warnings).toContain('STARTER_MODELS');
    expect([...new Set(events.map(({ stage }) => stage))]).toEqual([
      'audio',
      'recognition',
      'enhancement',
      'translation',
    ]);
    expect(events.at(-1)).toEqual({ stage: 'translation', text: result.translation, progress: 1 });
  });

  it('hears the voice wherever a file has it, in the times of that file (F4, F5), and says what is missing (F10)', async () => {
    const hear = (name: string) => engine.transcribe(fieldFixture(name), { acceptsAnyLanguage: true });
    const full = bare(await readText('speech-8s.so.txt'));
    const second = await hear('first-track-silent.mp4');
    expect([second.rawTranscript, second.sound]).toEqual([full, { track: 1 }]);
    const late = await hear('sound-starts-at-5s.webm');
    expect(late.words[0]?.startSeconds).toBeCloseTo(5.34, 0);
    const { words, warnings } = await hear('gap-of-6s.webm');
    expect(words.at(-1)?.endSeconds).toBeGreaterThan(13.8);
    expect(words.at(-1)?.endSeconds).toBeLessThan(14.12);
    expect(warnings).not.toContain('PART_MISSING');
    expect((await hear('wav-header-says-8s-holds-4s.wav')).warnings[0]).toBe('PART_MISSING');
    const storedPath = path.join(folder, 'second.ogg');
    await engine.encodeForStorage(fieldFixture('first-track-silent.mp4'), storedPath, { sound: second.sound });
    expect((await engine.transcribe(storedPath)).rawTranscript).toBe(full);
  });

  it('gives words in order with times inside the recording, and texts that join to the transcripts', async () => {
    const { words, segments, rawTranscript, transcript, durationSeconds } = await engine.transcribe(
      audioFixture('speech-30s.webm'),
    );
    expect(words.map(({ raw }) => raw).join(' ')).toBe(rawTranscript);
    expect(
      words
        .map(({ text }) => text)
        .filter(Boolean)
        .join(' '),
    ).toBe(transcript);
    const times = words.flatMap(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(durationSeconds);
    expect(
      segments
        .map((segment) => segment.transcript)
        .filter(Boolean)
        .join(' '),
    ).toBe(transcript);
    expect(words.every(({ confidence }) => confidence !== null && confidence >= 0 && confidence <= 10)).toBe(true);
  });

  it.each(['wav', 'mp3', 'm4a', 'ogg', 'webm', 'opus'])('hears the same in %s', async (format) => {
    const { rawTranscript } = await engine.transcribe(audioFixture(`speech-8s.${format}`));
    expect(rawTranscript).toBe(bare(await readText('speech-8s.so.txt')));
  });

  it.each(['silence-5s.opus', 'noise-8s.webm', 'music-8s.webm'])('invents no words for %s', async (name) => {
    await expect(engine.transcribe(audioFixture(name))).rejects.toMatchObject({ code: 'NO_SPEECH' });
  });

  it.each([
    ['empty.wav', 'AUDIO_EMPTY'],
    ['not-audio.mp3', 'AUDIO_UNSUPPORTED'],
    ['no-sound.mp4', 'AUDIO_NO_SOUND'],
  ])('refuses %s with %s', async (name, code) => {
    await expect(engine.transcribe(audioFixture(name))).rejects.toMatchObject({ code });
  });

  it('works on several recordings at once, each as if it were alone', async () => {
    const names = ['speech-8s.webm', 'speech-2s.webm', 'speech-8s.opus'];
    const together = names.map((name) => engine.transcribe(audioFixture(name)));
    const heard = (await Promise.all(together)).map(({ rawTranscript }) => rawTranscript);
    expect(heard[0]).toBe(bare(await readText('speech-8s.so.txt')));
    expect(heard[2]).toBe(heard[0]);
    expect(heard[1]).toBe((await engine.transcribe(audioFixture('speech-2s.webm'))).rawTranscript);
  });

  it('survives the death of the inference child: the recording goes on, and the next one works', async () => {
    let isKilled = false;
    const { words } = await engine.transcribe(audioFixture('speech-30s.webm'), {
      onEvent({ stage }) {
        if (stage !== 'recognition' || isKilled) return;
        isKilled = true;
        for (const pid of findChildren()) process.kill(pid, 'SIGKILL');
      },
    });
    expect(isKilled).toBe(true);
    expect(words.length).toBeGreaterThan(20);
    const { rawTranscript } = await engine.transcribe(audioFixture('speech-2s.webm'));
    expect(rawTranscript).not.toBe('');
  });

  it.each(['audio', 'recognition', 'translation'] as const)('ends at once when cancelled during %s', async (during) => {
    const cancel = new AbortController();
    const cancelled = engine.transcribe(audioFixture('speech-30s.webm'), {
      signal: cancel.signal,
      onEvent: ({ stage }) => stage === during && cancel.abort(),
    });
    await expect(cancelled).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
  });

  it('ends a decode that is cancelled, and decodes the next file', async () => {
    const cancel = new AbortController();
    const cancelled = engine.transcribe(audioFixture('speech-5min.opus'), { signal: cancel.signal });
    setImmediate(() => cancel.abort());
    await expect(cancelled).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    expect((await engine.transcribe(audioFixture('speech-2s.webm'))).words.length).toBeGreaterThan(0);
  });

  it('resumes from a saved transcript without touching the audio', async () => {
    const saved: SavedPart[] = [];
    const onSaved = async (parts: readonly SavedPart[]) => void saved.push(...parts);
    const whole = await engine.transcribe(audioFixture('speech-8s.webm'), { onSaved });
    const kept: SavedPart[] = JSON.parse(JSON.stringify(saved));
    const resumed = await engine.transcribe('/nowhere', { saved: kept });
    expect(resumed).toEqual({ ...whole, timings: expect.objectContaining({ decode: 0, recognition: 0 }) });
    // What another recogniser heard would come out under this one's name.
    const others = kept.map((part) => (part.kind === 'heard' ? { ...part, recogniser: 'another' } : part));
    await expect(engine.transcribe('/nowhere', { saved: others })).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('keeps a recording as Opus without its metadata', async () => {
    const stored = path.join(folder, 'stored.opus');
    await engine.encodeForStorage(audioFixture('tagged.mp3'), stored);
    const text = (await readFile(stored)).toString('latin1');
    expect(text.startsWith('OggS')).toBe(true);
    expect((await readFile(audioFixture('tagged.mp3'))).toString('latin1')).toContain('Hargeysa');
    expect(text).not.toContain('Hargeysa');
  });

  it('tells its state, and refuses what is longer than its limit', async () => {
    expect(engine.getState()).toMatchObject({
      state: 'ready',
      description: { isStarter: true },
    });
    const short = startSpeechEngine({ ...settings, maxAudioSeconds: 5 });
    await short.ready;
    await expect(short.engine.transcribe(audioFixture('speech-8s.webm'))).rejects.toMatchObject({
      code: 'AUDIO_TOO_LONG',
    });
    await short.engine.close();
    await expect(short.engine.transcribe(audioFixture('speech-8s.webm'))).rejects.toMatchObject({
      code: 'TRANSCRIPTION_CANCELLED',
    });
  });
});

describe.skipIf(!sharedData)('long recordings', () => {
  it.each(['Insulin.mp3', 'Paracetamol.mp3'])(
    'works through four minutes of %s in order, losing no speech',
    async (name) => {
      const { engine, ready } = startSpeechEngine(settings);
      await ready;
      let speechSeconds = 0;
      const onEvent = (event: SpeechEvent) => {
        if (event.stage === 'audio') speechSeconds = event.speechSeconds;
      };
      const { segments, words } = await engine.transcribe(path.join(sharedData, 'somali/long', name), { onEvent });
      await engine.close();
      expect(words.length).toBeGreaterThan(200);
      for (const [at, { startSeconds }] of segments.entries()) {
        expect(startSeconds).toBeGreaterThanOrEqual(segments[at - 1]?.endSeconds ?? 0);
      }
      const covered = segments.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
      expect(covered / speechSeconds).toBeGreaterThanOrEqual(0.99);
    },
    600_000,
  );
});
