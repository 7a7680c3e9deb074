import { replaceFile } from '../process/files.ts';
import { SpeechError } from '../speech-error.ts';
import type { DecodeOptions } from './decode-audio.ts';
import { buildStorageArguments, storageBitsPerSecond } from './ffmpeg/arguments.ts';
import { lengthToleranceSeconds } from './ffmpeg/decoder.ts';
import { mapFfmpegError } from './ffmpeg/map-errors.ts';
import { collectOutput, convertSound } from './find-sound.ts';

/** Twice the nominal rate, for variable bit rate and page headers, and room for the headers of a tiny file. */
const maxStorageBytes = (seconds: number) => Math.ceil((seconds * storageBitsPerSecond * 2) / 8) + 65_536;

/**
 * Re-encodes a file for storage: OGG/Opus, 16 kHz mono, about 24 kbit/s, nothing of the original's metadata. The output
 * appears under its name only when whole.
 * @throws {SpeechError} as `decodeSamples` does.
 */
export async function encodeForStorage(path: string, outputPath: string, options: DecodeOptions) {
  const encodedSeconds = options.maxSeconds + 1;
  const output = {
    outputArguments: buildStorageArguments(encodedSeconds),
    maxOutputBytes: maxStorageBytes(encodedSeconds),
  };
  const collected = collectOutput();
  const { outcome } = await convertSound(path, output, options, collected);
  const bytes = collected.join();
  const durationSeconds = readOpusDuration(bytes);
  if (durationSeconds === 0) throw mapFfmpegError(outcome, path);
  if (outcome.isCutOff || durationSeconds > options.maxSeconds + lengthToleranceSeconds)
    throw new SpeechError('AUDIO_TOO_LONG');
  await replaceFile(outputPath, bytes);
  return { bytes: bytes.byteLength, durationSeconds };
}

/** RFC 7845 §4: granule positions of Opus count samples at 48 kHz whatever the sound's own rate. */
const granuleRateHz = 48_000;

/**
 * Length in seconds of an OGG/Opus file: the last page's granule position less the pre-skip (RFC 3533 §6, RFC 7845 §4.3
 * and §5.1). 0 when it has no such page.
 */
export function readOpusDuration(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const head = bytes.indexOf('OpusHead');
  const lastPage = bytes.lastIndexOf('OggS');
  if (head < 0 || lastPage <= head || lastPage + 14 > bytes.length) return 0;
  const preSkip = bytes.readUInt16LE(head + 10);
  const granules = Number(bytes.readBigInt64LE(lastPage + 6));
  return Math.max(0, granules - preSkip) / granuleRateHz;
}
