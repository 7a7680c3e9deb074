import { describe, expect, it } from 'vitest';
import { type BeamSearchOptions, type StepDecoder, scoreHypothesis, searchBeams } from './beam-search.ts';

const end = 0;

/** A decoder whose next-token probabilities depend on the newest token alone; it counts its steps. */
function markovDecoder(table: Record<number, readonly number[]>, first: readonly number[]) {
  const counted = { steps: 0 };
  const rowOf = (probabilities: readonly number[]) => probabilities.map((p) => Math.log(p));
  const decoder: StepDecoder = {
    start: async () => ({ data: Float32Array.from(rowOf(first)), width: first.length }),
    advance: async (_, tokens) => {
      counted.steps += 1;
      const rows = tokens.map((token) => rowOf(table[token] ?? first));
      return { data: Float32Array.from(rows.flat()), width: first.length };
    },
  };
  return { decoder, counted };
}

const options = (changes: Partial<BeamSearchOptions> = {}): BeamSearchOptions => ({
  beams: 1,
  maxNewTokens: 20,
  endId: end,
  noRepeatSize: 0,
  source: [],
  suppressedIds: [],
  givenTokens: 0,
  ...changes,
});

// Token 1 looks best at first but leads nowhere sure; token 2 leads to a certain end.
const garden = { 1: [0.34, 0.33, 0.33], 2: [0.98, 0.01, 0.01] };
const gardenStart = [0.02, 0.55, 0.43];

describe('beam search', () => {
  it('finds the better sentence behind the worse first word, which greedy search misses', async () => {
    const [greedy] = await searchBeams(markovDecoder(garden, gardenStart).decoder, options());
    const [best] = await searchBeams(markovDecoder(garden, gardenStart).decoder, options({ beams: 3 }));
    expect(greedy?.ids).toEqual([1, end]);
    expect(best?.ids).toEqual([2, end]);
    expect(best?.total).toBeCloseTo(Math.log(0.43) + Math.log(0.98), 5);
    expect(best?.logProbabilities).toHaveLength(2);
  });

  it('judges by the mean per token, so that a long sure sentence beats a short unsure one', () => {
    const short = { ids: [1], total: -1 };
    const long = { ids: [1, 2, 3, 4], total: -2 };
    expect(scoreHypothesis(long)).toBeGreaterThan(scoreHypothesis(short));
  });

  it('counts a language token that it began with, as the reference does', async () => {
    const short = { ids: [1, 2], total: -1 };
    const long = { ids: [1, 2, 3, 4], total: -1.9 };
    expect(scoreHypothesis(long)).toBeGreaterThan(scoreHypothesis(short));
    expect(scoreHypothesis(long, 1)).toBeLessThan(scoreHypothesis(short, 1));
  });

  it('stops when nothing live can win', async () => {
    const { decoder, counted } = markovDecoder(garden, gardenStart);
    await searchBeams(decoder, options({ beams: 2, maxNewTokens: 500 }));
    expect(counted.steps).toBeLessThan(10);
  });

  it('ends a loop at the length limit and, with the guard on, never writes the same four tokens twice', async () => {
    const loop = { 1: [0.01, 0.01, 0.98], 2: [0.01, 0.98, 0.01] };
    const [free] = await searchBeams(markovDecoder(loop, [0.01, 0.98, 0.01]).decoder, options());
    expect(free?.ids).toHaveLength(20);
    const [guarded] = await searchBeams(markovDecoder(loop, [0.01, 0.98, 0.01]).decoder, options({ noRepeatSize: 4 }));
    const grams = guarded?.ids.slice(0, -3).map((_, at) => guarded.ids.slice(at, at + 4).join());
    expect(new Set(grams).size).toBe(grams?.length);
  });

  it('never writes a suppressed token', async () => {
    const [best] = await searchBeams(markovDecoder(garden, gardenStart).decoder, options({ suppressedIds: [2] }));
    expect(best?.ids).not.toContain(2);
  });

  it('ends between two steps when it is told to', async () => {
    const abort = new AbortController();
    const { decoder, counted } = markovDecoder({ 1: [0.01, 0.98, 0.01] }, [0.01, 0.98, 0.01]);
    const stopping: StepDecoder = {
      start: decoder.start,
      advance: (parents, tokens) => {
        if (counted.steps === 2) abort.abort();
        return decoder.advance(parents, tokens);
      },
    };
    await expect(searchBeams(stopping, options({ signal: abort.signal }))).rejects.toMatchObject({
      code: 'TRANSCRIPTION_CANCELLED',
    });
    expect(counted.steps).toBe(3);
  });
});
