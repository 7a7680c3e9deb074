import { rename, rm, writeFile } from 'node:fs/promises';
import { SpeechError } from '../speech-error.ts';
import { type AudioFile, convertWhole, type DecodeOptions, openAudioFile } from './convert-whole.ts';
import { decodeAudio } from './decode-audio.ts';
import { lengthToleranceSeconds } from './decoder-limits.ts';
import { encodeWav } from './encode-wav.ts';
import { explainRefusal } from './explain-refusal.ts';
import { buildStorageArguments, storageBitsPerSecond } from './ffmpeg-arguments.ts';
import { readOpusDuration } from './ogg-duration.ts';

export type StoredAudio = { bytes: number; durationSeconds: number };

/** Twice the nominal rate, for variable bit rate and page headers, and room for the headers of a tiny file. */
const maxStorageBytes = (seconds: number) => Math.ceil((seconds * storageBitsPerSecond * 2) / 8) + 65_536;

async function writeWhole(outputPath: string, bytes: Uint8Array): Promise<void> {
  const partialPath = `${outputPath}.partial`;
  try {
    await writeFile(partialPath, bytes);
    await rename(partialPath, outputPath);
  } catch (error) {
    await rm(partialPath, { force: true });
    throw error;
  }
}

async function encode(file: AudioFile, options: DecodeOptions) {
  const encodedSeconds = options.maxSeconds + 1;
  const output = {
    outputArguments: buildStorageArguments(encodedSeconds),
    maxOutputBytes: maxStorageBytes(encodedSeconds),
  };
  return convertWhole(file, undefined, output, options);
}

/** Recordings joined end to end become one first: FFmpeg reads only one of them at a time. */
async function encodeJoined(path: string, joinedPath: string, options: DecodeOptions) {
  const { samples } = await decodeAudio(path, options);
  try {
    await writeFile(joinedPath, encodeWav(samples), { mode: 0o600 });
    return await encode(await openAudioFile(joinedPath), options);
  } finally {
    await rm(joinedPath, { force: true });
  }
}

/**
 * Re-encodes a file for storage: OGG/Opus, 16 kHz mono, about 24 kbit/s, nothing of the original's metadata. The output
 * appears under its name only when whole.
 * @throws {SpeechError} as `decodeAudio` does.
 */
export async function encodeForStorage(path: string, outputPath: string, options: DecodeOptions): Promise<StoredAudio> {
  const file = await openAudioFile(path);
  const isJoined = file.recordings.length > 1;
  const converted = await (isJoined ? encodeJoined(path, `${outputPath}.wav`, options) : encode(file, options));
  const { bytes, ...outcome } = converted;
  const durationSeconds = readOpusDuration(bytes);
  if (durationSeconds === 0) throw explainRefusal(outcome, path);
  if (outcome.isCutOff || durationSeconds > options.maxSeconds + lengthToleranceSeconds)
    throw new SpeechError('AUDIO_TOO_LONG');
  await writeWhole(outputPath, bytes);
  return { bytes: bytes.byteLength, durationSeconds };
}
