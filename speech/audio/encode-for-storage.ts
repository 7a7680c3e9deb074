import { rename, rm, writeFile } from 'node:fs/promises';
import { SpeechError } from '../speech-error.ts';
import { convertWhole, type DecodeOptions } from './convert-whole.ts';
import { lengthToleranceSeconds } from './decoder-limits.ts';
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

/**
 * Re-encodes a file for storage: OGG/Opus, 16 kHz mono, about 24 kbit/s, nothing of the original's metadata. The output
 * appears under its name only when whole.
 * @throws {SpeechError} as `decodeAudio` does.
 */
export async function encodeForStorage(path: string, outputPath: string, options: DecodeOptions): Promise<StoredAudio> {
  const encodedSeconds = options.maxSeconds + 1;
  const output = {
    outputArguments: buildStorageArguments(encodedSeconds),
    maxOutputBytes: maxStorageBytes(encodedSeconds),
  };
  const { bytes, message, isCutOff } = await convertWhole(path, output, options);
  const durationSeconds = readOpusDuration(bytes);
  if (durationSeconds === 0) throw new SpeechError('AUDIO_DAMAGED', message || 'no sound in the file');
  if (isCutOff || durationSeconds > options.maxSeconds + lengthToleranceSeconds)
    throw new SpeechError('AUDIO_TOO_LONG');
  await writeWhole(outputPath, bytes);
  return { bytes: bytes.byteLength, durationSeconds };
}
