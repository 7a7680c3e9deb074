import type { AudioDecoder, ByteRange, ConversionOutcome } from './audio-decoder.ts';
import { getAudioDecoder } from './choose-audio-decoder.ts';
import { findRecordings } from './find-recordings.ts';
import { type ProvenSource, proveContainer } from './prove-container.ts';

export type DecodeOptions = {
  /** Longest sound accepted; what is longer fails with `AUDIO_TOO_LONG`. */
  maxSeconds: number;
  signal?: AbortSignal;
  /** Instead of the process's own. */
  decoder?: AudioDecoder;
};

/** A file of a proven container, with the recordings in it: more than one where files were joined end to end. */
export type AudioFile = { path: string; source: ProvenSource; recordings: readonly (ByteRange | undefined)[] };

/** @throws {SpeechError} as `proveContainer` does. */
export async function openAudioFile(path: string): Promise<AudioFile> {
  const source = await proveContainer(path);
  return { path, source, recordings: await findRecordings(path, source.container) };
}

export type ConversionOutput = { outputArguments: readonly string[]; maxOutputBytes: number };

/** Converts one recording of a file and joins the output: its parts are cut anywhere. */
export async function convertWhole(
  { path, source }: AudioFile,
  range: ByteRange | undefined,
  output: ConversionOutput,
  options: DecodeOptions,
): Promise<ConversionOutcome & { bytes: Uint8Array<ArrayBuffer> }> {
  const { maxSeconds, signal } = options;
  const decoder = options.decoder ?? (await getAudioDecoder());
  const job = { inputPath: path, source, ...output, maxSeconds, ...(range && { range }), ...(signal && { signal }) };
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  const outcome = await decoder.convert(job, (chunk) => {
    chunks.push(chunk);
    byteLength += chunk.byteLength;
  });
  const bytes = new Uint8Array(byteLength);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return { ...outcome, bytes };
}
