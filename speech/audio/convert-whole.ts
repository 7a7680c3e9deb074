import type { AudioDecoder, ConversionOutcome } from './audio-decoder.ts';
import { getAudioDecoder } from './choose-audio-decoder.ts';
import { wallMillisecondsFor } from './decoder-limits.ts';
import { proveContainer } from './prove-container.ts';

export type DecodeOptions = {
  /** Longest sound accepted; what is longer fails with `AUDIO_TOO_LONG`. */
  maxSeconds: number;
  signal?: AbortSignal;
  /** Instead of the process's own. */
  decoder?: AudioDecoder;
};

type Output = { outputArguments: readonly string[]; maxOutputBytes: number };

/** Proves the container, converts, and joins the output: its parts are cut anywhere. */
export async function convertWhole(
  path: string,
  output: Output,
  options: DecodeOptions,
): Promise<ConversionOutcome & { bytes: Uint8Array<ArrayBuffer> }> {
  const { maxSeconds, signal } = options;
  const source = await proveContainer(path);
  const decoder = options.decoder ?? (await getAudioDecoder());
  const limits = { wallMilliseconds: wallMillisecondsFor(maxSeconds), ...(signal && { signal }) };
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  const outcome = await decoder.convert({ inputPath: path, source, ...output, ...limits }, (chunk) => {
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
