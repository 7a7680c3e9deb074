import { describe, expect, test } from 'vitest';
import { soundOf, takeSpan } from '#tests/support/sound-in-memory.ts';
import { createRandom } from '#tests/support/synthesise-signals.ts';
import { cutSegments } from './cut-segments.ts';
import { sampleRateHz, type TimeSpan } from './samples.ts';

/** Noise at full loudness but for short holes at the given seconds. */
function synthesiseLoud(seconds: number, holes: readonly number[] = []): Float32Array {
  const random = createRandom(7);
  return Float32Array.from({ length: Math.round(seconds * sampleRateHz) }, (_, index) => {
    const isHole = holes.some((hole) => Math.abs(index / sampleRateHz - hole) < 0.1);
    return (random() - 0.5) * (isHole ? 0.001 : 1);
  });
}

function makeRandomSpans(random: () => number): { spans: TimeSpan[]; durationSeconds: number } {
  const spans: TimeSpan[] = [];
  let time = random() * 3;
  const count = Math.floor(random() * 12);
  for (let index = 0; index < count; index++) {
    const length = 0.25 + (random() < 0.3 ? random() * 70 : random() * 6);
    spans.push({ startSeconds: time, endSeconds: time + length });
    time += length + random() * 3;
  }
  return { spans, durationSeconds: time };
}

const overlapOf = (a: TimeSpan, b: TimeSpan) =>
  Math.max(0, Math.min(a.endSeconds, b.endSeconds) - Math.max(a.startSeconds, b.startSeconds));

describe('cutSegments', () => {
  test('makes nothing of nothing', async () => {
    expect(await cutSegments([], soundOf(new Float32Array(0)))).toEqual([]);
  });

  test('joins near spans and leaves far ones apart', async () => {
    const spans = [
      { startSeconds: 1, endSeconds: 4 },
      { startSeconds: 4.5, endSeconds: 8 },
      { startSeconds: 12, endSeconds: 13 },
    ];
    expect(await cutSegments(spans, soundOf(synthesiseLoud(14)))).toEqual([
      { startSeconds: 1, endSeconds: 8 },
      { startSeconds: 12, endSeconds: 13 },
    ]);
  });

  test('does not join what would be too long together', async () => {
    const spans = [
      { startSeconds: 0, endSeconds: 12 },
      { startSeconds: 12.3, endSeconds: 21 },
    ];
    expect(await cutSegments(spans, soundOf(synthesiseLoud(21)))).toEqual(spans);
  });

  test('cuts a long span in the quietest place of the last third', async () => {
    const segments = await cutSegments([{ startSeconds: 0, endSeconds: 30 }], soundOf(synthesiseLoud(30, [5, 16.2])));
    expect(segments).toHaveLength(2);
    expect(segments[0]?.endSeconds).toBeGreaterThan(16.1);
    expect(segments[0]?.endSeconds).toBeLessThan(16.3);
    expect(segments[1]?.startSeconds).toBe(segments[0]?.endSeconds);
  });

  test('leaves no lone syllable after a cut', async () => {
    const segments = await cutSegments([{ startSeconds: 0, endSeconds: 20.2 }], soundOf(synthesiseLoud(20.2, [19.9])));
    const last = segments.at(-1);
    expect(segments).toHaveLength(2);
    expect((last?.endSeconds ?? 0) - (last?.startSeconds ?? 0)).toBeGreaterThan(0.9);
  });

  test.each([20, 7.5])(
    'of random spans: in order, apart, covering all the speech, at most %d s each',
    async (maxSeconds) => {
      const noise = synthesiseLoud(400);
      for (let seed = 1; seed <= 60; seed++) {
        const { spans, durationSeconds } = makeRandomSpans(createRandom(seed));
        const segments = await cutSegments(spans, soundOf(noise.subarray(0, durationSeconds * sampleRateHz)), {
          maxSeconds,
        });
        let reached = 0;
        for (const segment of segments) {
          expect(segment.startSeconds).toBeGreaterThanOrEqual(reached);
          expect(segment.endSeconds).toBeGreaterThan(segment.startSeconds);
          expect(segment.endSeconds - segment.startSeconds).toBeLessThanOrEqual(maxSeconds + 1e-9);
          reached = segment.endSeconds;
        }
        for (const span of spans) {
          const covered = segments.reduce((sum, segment) => sum + overlapOf(span, segment), 0);
          expect(covered / (span.endSeconds - span.startSeconds)).toBeGreaterThanOrEqual(0.99);
        }
      }
    },
  );

  test('takes the samples of a segment', async () => {
    const samples = Float32Array.from({ length: 4 * sampleRateHz }, (_, index) => index);
    const taken = takeSpan(samples, { startSeconds: 1, endSeconds: 3 });
    expect(taken[0]).toBe(sampleRateHz);
    expect(taken.length).toBe(2 * sampleRateHz);
  });
});
