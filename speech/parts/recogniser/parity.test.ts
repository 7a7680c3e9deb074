import { readFileSync } from 'node:fs';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  goldenSeconds,
  makeGoldenGraph,
  makeGoldenSound,
  makeGoldenTokens,
} from '#tests/fixtures/models/recogniser-golden.ts';
import { loadTokens } from './posteriors.ts';
import { normaliseSamples } from './recogniser.ts';

type Heard = { tokens: string[]; frames: number[] };

/** Written by qualify/parity/recogniser_reference.py. */
const golden: { heard: Record<string, Heard> } = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/models/recogniser-golden.json', import.meta.url), 'utf8'),
);

describe('the recogniser beside sherpa-onnx’s own for Omnilingual models', () => {
  const tokens = loadTokens(makeGoldenTokens());
  let session: InferenceSession;
  beforeAll(async () => {
    session = await InferenceSession.create(makeGoldenGraph(), { intraOpNumThreads: 1, interOpNumThreads: 1 });
  });

  /** Greedy and unmasked, as the reference is. */
  async function hear(seconds: number): Promise<Heard> {
    const samples = normaliseSamples(makeGoldenSound(seconds));
    const { logits } = await session.run({ x: new Tensor('float32', samples, [1, samples.length]) });
    const [, frameCount = 0, classCount = 0] = logits?.dims ?? [];
    const scores = logits?.data as Float32Array;
    const best = Array.from({ length: frameCount }, (_, frame) => {
      const row = scores.subarray(frame * classCount, (frame + 1) * classCount);
      return row.indexOf(Math.max(...row));
    });
    const heard = best.map((label, frame) => ({ label, frame, token: tokens[label] ?? '' }));
    // Repeats and blanks are no tokens; of </s> the reference never tells, and neither does our mask.
    const told = heard.filter(
      ({ label, frame, token }) => label !== 0 && label !== best[frame - 1] && token !== '</s>',
    );
    return { tokens: told.map(({ token }) => token), frames: told.map(({ frame }) => frame) };
  }

  it('is compared on blanks, spaces and unknown tokens, too', () => {
    for (const { tokens: heard, frames } of Object.values(golden.heard)) {
      expect(heard).toContain(' ');
      expect(heard).toContain('<unk>');
      expect(frames.length).toBeLessThan((frames.at(-1) ?? 0) * 0.9);
    }
  });

  // Sums of floats differ in the last bits from processor to processor; one frame in a hundred may be on the edge.
  it.each(goldenSeconds)('hears the same tokens at the same times in %d s', async (seconds) => {
    const theirs = golden.heard[seconds];
    const ours = await hear(seconds);
    const place = ({ tokens: heard, frames }: Heard) => heard.map((token, at) => `${token}@${frames[at]}`);
    const same = place(ours).filter((entry) => new Set(theirs && place(theirs)).has(entry)).length;
    const most = Math.max(ours.tokens.length, theirs?.tokens.length ?? Number.POSITIVE_INFINITY);
    expect(same / most).toBeGreaterThan(0.99);
  });
});
