import { type DecodedFacts, type DecodeOptions, decodeSamples } from '#speech/audio/decode-audio.ts';
import { chooseDecoder, createChosenDecoder } from '#speech/audio/ffmpeg/choose-decoder.ts';
import { collectOutput } from '#speech/audio/find-sound.ts';
import { sampleRateHz, type TimeSpan } from '#speech/audio/samples.ts';
import type { Sound } from '#speech/audio/sound-file.ts';

/** The samples of a stretch: a view, not a copy. */
export const takeSpan = (samples: Float32Array, { startSeconds, endSeconds }: TimeSpan): Float32Array =>
  samples.subarray(Math.round(startSeconds * sampleRateHz), Math.round(endSeconds * sampleRateHz));

/** Samples as the product reads them from a file. */
export const soundOf = (samples: Float32Array): Sound => ({
  durationSeconds: samples.length / sampleRateHz,
  read: async (span) => takeSpan(samples, span),
});

/** The decoder of this machine, as the product chooses it. */
export const usualDecoder = createChosenDecoder(() => chooseDecoder(process.env.FFMPEG_PATH));

type Options = Omit<DecodeOptions, 'decoder'> & Partial<Pick<DecodeOptions, 'decoder'>>;

/** As `decodeSamples`, in memory: for measuring and tests. */
export async function decodeAudio(
  path: string,
  options: Options,
): Promise<DecodedFacts & { samples: Float32Array<ArrayBuffer> }> {
  const collected = collectOutput();
  const facts = await decodeSamples(path, { decoder: usualDecoder, ...options }, collected);
  const { buffer } = collected.join();
  return { ...facts, samples: new Float32Array(buffer, 0, facts.durationSeconds * sampleRateHz) };
}
