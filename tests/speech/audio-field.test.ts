import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeForStorage } from '#speech/audio/encode-for-storage.ts';
import { encodeWav } from '#speech/audio/encode-wav.ts';
import type { AudioDecoder } from '#speech/audio/ffmpeg/decoder.ts';
import { measureLevel, sumLevel } from '#speech/audio/samples.ts';
import { decodeAudio, takeSpan } from '#tests/support/sound-in-memory.ts';
import { audioFixture, decoderCases, fieldFixture } from '../support/audio-fixtures.ts';
import { synthesiseSweep } from '../support/synthesise-signals.ts';

const sampleRateHz = 16_000;
const levelOf = (samples: Float32Array) => measureLevel([sumLevel(samples)]).rmsDecibels;
const hashOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  createHash('sha256')
    .update(new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength))
    .digest('hex');

/** A WAV of many channels, each made by a function; 16 bit, without a layout. */
function encodeChannels(channels: readonly Float32Array[]): Uint8Array {
  const mixed = new Float32Array((channels[0]?.length ?? 0) * channels.length);
  for (const [at, channel] of channels.entries())
    for (let sample = 0; sample < channel.length; sample++) mixed[sample * channels.length + at] = channel[sample] ?? 0;
  const wav = Buffer.from(encodeWav(mixed));
  wav.writeUInt16LE(channels.length, 22);
  wav.writeUInt32LE(sampleRateHz * 2 * channels.length, 28);
  wav.writeUInt16LE(2 * channels.length, 32);
  return wav;
}

const tagOf = (bytes: number) =>
  Buffer.concat([
    Buffer.from('ID3\x04\0\0', 'latin1'),
    Buffer.from([21, 14, 7, 0].map((shift) => (bytes >> shift) & 127)),
    Buffer.alloc(bytes),
  ]);

describe.each(decoderCases)('recordings as people have them, by $name', ({ isAbsent, create }) => {
  let decoder: AudioDecoder;
  let folder: string;
  beforeAll(async () => {
    decoder = create();
    folder = await mkdtemp(join(tmpdir(), 'audio-field-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const decode = (path: string, maxSeconds = 60) => decodeAudio(path, { maxSeconds, decoder });
  const decodeBytes = async (bytes: Uint8Array) => {
    const path = join(folder, 'input');
    await writeFile(path, bytes);
    return decode(path);
  };
  const sweep = synthesiseSweep(1, sampleRateHz);
  const silence = new Float32Array(sweep.length);

  test.skipIf(isAbsent).each([
    ['gap-of-6s.webm', 14.3, 10.1],
    ['gap-of-6s.ogg', 14.3, 10.1],
    ['sound-starts-at-5s.webm', 13.3, 5],
  ])('keeps the clock of %s, decoded and stored (F5)', async (name, seconds, soundFrom) => {
    const { samples, durationSeconds, isPart } = await decode(fieldFixture(name));
    expect(durationSeconds).toBeCloseTo(seconds, 1);
    expect(isPart).toBe(false);
    const gap = { startSeconds: soundFrom - 5, endSeconds: soundFrom - 0.2 };
    expect(levelOf(takeSpan(samples, gap))).toBe(-120);
    const storedPath = join(folder, 'stored.ogg');
    await encodeForStorage(fieldFixture(name), storedPath, { maxSeconds: 60, decoder });
    expect((await decode(storedPath)).durationSeconds).toBeCloseTo(seconds, 1);
    await expect(decode(fieldFixture(name), 12)).rejects.toMatchObject({ code: 'AUDIO_TOO_LONG' });
  });

  test.skipIf(isAbsent)('hears a channel wherever it is, and what works today as today (F1, F2, F3)', async () => {
    const mono = await decodeBytes(encodeWav(sweep));
    const same = async (channels: Float32Array[], expected = mono.samples) => {
      const { samples } = await decodeBytes(encodeChannels(channels));
      expect(levelOf(samples)).toBeCloseTo(levelOf(expected), 0);
    };
    await same([sweep, sweep.map((sample) => -sample)]);
    for (const [count, at] of [
      [3, 2],
      [6, 3],
      [8, 3],
      [12, 7],
      [16, 11],
    ] as const)
      await same(Array.from({ length: count }, (_, channel) => (channel === at ? sweep : silence)));
    await same(Array.from({ length: 60 }, () => sweep));
    const decodeChannels = async (...channels: Float32Array[]) => (await decodeBytes(encodeChannels(channels))).samples;
    expect(hashOf(await decodeChannels(sweep, sweep))).toBe(hashOf(mono.samples));
    const half = mono.samples.map((sample) => sample / 2);
    expect(levelOf(await decodeChannels(sweep, silence))).toBeCloseTo(levelOf(half), 1);
  });

  test.skipIf(isAbsent)('stores what it hears, also where nothing says yet what that is (F1, F3)', async () => {
    for (const name of ['ten-channels-no-layout.wav', 'stereo-opposite-phase.wav']) {
      const heard = await decode(fieldFixture(name));
      const storedPath = join(folder, 'heard.ogg');
      await encodeForStorage(fieldFixture(name), storedPath, { maxSeconds: 60, decoder });
      const { samples, durationSeconds } = await decode(storedPath);
      expect(durationSeconds).toBeCloseTo(heard.durationSeconds, 1);
      expect(Math.abs(levelOf(samples) - levelOf(heard.samples))).toBeLessThan(3);
    }
  });

  test.skipIf(isAbsent)('offers the other channels and tracks where somebody may speak (F4)', async () => {
    const second = await decode(fieldFixture('first-track-tone-second-default.mkv'));
    expect([second.sound, second.otherSounds]).toEqual([{ track: 1 }, [{ track: 0 }]]);
    const first = await decode(fieldFixture('first-track-silent.mp4'));
    expect([first.sound, first.otherSounds]).toEqual([{ track: 0 }, [{ track: 1 }]]);
    const { otherSounds } = await decodeBytes(encodeChannels([sweep, silence]));
    expect(otherSounds).toEqual([0, 1].map((channel) => ({ track: 0, channels: [channel] })));
  });

  test.skipIf(isAbsent)(
    'finds what a file is behind tags, junk and without its usual beginning (F6, F7, F8)',
    async () => {
      const control = hashOf((await decode(audioFixture('speech-8s.mp3'))).samples);
      for (const name of ['mp3-ape-tag-first.mp3', 'mp3-id3v1-first.mp3', 'mp3-zeros-first.mp3'])
        expect([name, hashOf((await decode(fieldFixture(name))).samples)]).toEqual([name, control]);
      expect((await decode(fieldFixture('mp3-cut-out-of-stream.mp3'))).durationSeconds).toBeCloseTo(8.28, 1);
      const movie = hashOf((await decode(fieldFixture('mov-control-with-ftyp.mov'))).samples);
      for (const name of ['mov-moov-first.mov', 'mov-mdat-first.mov', 'mov-wide-mdat-first.mov'])
        expect([name, hashOf((await decode(fieldFixture(name))).samples)]).toEqual([name, movie]);
      for (const [name, tagBytes] of [
        ['sweep-2s.wav', 300],
        ['sweep-2s.ogg', 12_000_000],
        ['sweep-2s.m4a', 70_000],
      ] as const) {
        const bytes = await readFile(audioFixture(name));
        const tagged = await decodeBytes(Buffer.concat([tagOf(tagBytes), bytes]));
        expect([name, hashOf(tagged.samples)]).toEqual([name, hashOf((await decode(audioFixture(name))).samples)]);
      }
      for (const other of ['fLaC\0\0\0\x22', '\xff\xf1\x50\x80'])
        await expect(decodeBytes(Buffer.concat([tagOf(50), Buffer.from(other, 'latin1')]))).rejects.toMatchObject({
          code: 'AUDIO_UNSUPPORTED',
        });
    },
  );

  test.skipIf(isAbsent)('decodes all frames of AMR in a sample (F9)', async () => {
    const control = await decode(fieldFixture('amr-1-frame-per-sample-control.3gp'));
    const packed = await decode(fieldFixture('amr-5-frames-per-sample.3gp'));
    expect(packed.durationSeconds).toBeCloseTo(6.86, 1);
    expect(hashOf(packed.samples)).toBe(hashOf(control.samples));
  });

  test.skipIf(isAbsent)('says where a part of a file is missing, and nowhere else (F10, F20)', async () => {
    const whole = await readFile(audioFixture('speech-8s.wav'));
    const streamed = Buffer.from(whole.subarray(0, whole.length / 2));
    streamed.writeUInt32LE(0xffff_ffff, 40);
    expect((await decodeBytes(streamed)).isPart).toBe(false);
    expect((await decodeBytes(whole.subarray(0, whole.length / 2))).isPart).toBe(true);
    const mp3 = await readFile(audioFixture('speech-8s.mp3'));
    expect((await decodeBytes(mp3.subarray(0, mp3.length / 2))).isPart).toBe(true);
    const webm = await readFile(audioFixture('speech-8s.webm'));
    expect((await decodeBytes(webm.subarray(0, webm.length / 2))).isPart).toBe(true);
    const twice = await decode(fieldFixture('m4a-twice.m4a'));
    expect([twice.durationSeconds, twice.isPart]).toEqual([8.32, true]);
    for (const name of readdirSync(audioFixture('.')).filter((file) =>
      /^(speech|sweep|tagged)[^.]*\.(?!.*txt)/.test(file),
    ))
      expect([name, (await decode(audioFixture(name), 400)).isPart]).toEqual([name, false]);
  });
});
