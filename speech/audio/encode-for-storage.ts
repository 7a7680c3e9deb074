import { replaceFile } from '../process/files.ts';
import { SpeechError } from '../speech-error.ts';
import { decodeSamples } from './decode-audio.ts';
import { buildStorageArguments, storageBitsPerSecond } from './ffmpeg/arguments.ts';
import { mapFfmpegError } from './ffmpeg/map-errors.ts';
import { type ConvertOptions, collectOutput, convertSound } from './find-sound.ts';

/** Twice the nominal rate, for variable bit rate and page headers, and room for the headers of a tiny file. */
const maxStorageBytes = (seconds: number) => Math.ceil((seconds * storageBitsPerSecond * 2) / 8) + 65_536;

/**
 * OGG/Opus, 16 kHz mono, about 24 kbit/s, nothing of the original's metadata; stands under its name only when whole.
 * @throws {SpeechError} as `decodeSamples` does.
 */
export async function encodeForStorage(path: string, outputPath: string, options: ConvertOptions): Promise<void> {
  const encodedSeconds = options.maxSeconds + 1;
  const output = {
    outputArguments: buildStorageArguments(encodedSeconds),
    maxOutputBytes: maxStorageBytes(encodedSeconds),
  };
  const collected = collectOutput();
  const sound = options.sound ?? (await decodeSamples(path, options, { write() {}, restart() {} })).sound;
  const { outcome } = await convertSound(path, output, { ...options, sound }, collected);
  const bytes = collected.join();
  if (bytes.byteLength === 0) throw mapFfmpegError(outcome, path);
  if (outcome.isCutOff) throw new SpeechError('AUDIO_TOO_LONG');
  await replaceFile(outputPath, bytes);
}
