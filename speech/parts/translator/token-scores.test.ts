import { describe, expect, it } from 'vitest';
import { createRowScores, scoreRow } from './token-scores.ts';

describe('scoring a row of logits', () => {
  it('gives the log-softmax of the best tokens in order', () => {
    const scores = createRowScores(3);
    scoreRow(Float32Array.from([1, 3, 2, 0, 2.5]), [], scores);
    const total = [1, 3, 2, 0, 2.5].reduce((sum, x) => sum + Math.exp(x), 0);
    expect([...scores.ids]).toEqual([1, 4, 2]);
    expect(scores.logProbabilities[0]).toBeCloseTo(3 - Math.log(total), 10);
    expect(scores.logProbabilities[2]).toBeCloseTo(2 - Math.log(total), 10);
  });

  it('leaves a banned token out without changing what the others score', () => {
    const [free, banned] = [createRowScores(2), createRowScores(2)];
    scoreRow(Float32Array.from([1, 5, 2]), [], free);
    scoreRow(Float32Array.from([1, 5, 2]), [1], banned);
    expect([...banned.ids]).toEqual([2, 0]);
    expect(banned.logProbabilities[0]).toBe(free.logProbabilities[1]);
  });

  it('offers fewer when there are fewer', () => {
    const scores = createRowScores(8);
    scoreRow(new Float32Array(4).fill(7), [0], scores);
    expect(scores.count).toBe(3);
  });

  it('sums a wide row as the exponential itself does', () => {
    const row = Float32Array.from({ length: 68_000 }, (_, at) => 12 * Math.sin(at * at) + (at === 4_711 ? 3 : 0));
    const scores = createRowScores(4);
    const best = row.reduce((most, value) => Math.max(most, value));
    const total = row.reduce((sum, value) => sum + (value >= best - 20 ? Math.exp(value - best) : 0), 0);
    scoreRow(row, [], scores);
    expect(scores.logProbabilities[0]).toBeCloseTo(-Math.log(total), 8);
  });

  it('does not lose its head over logits that overflow an exponential', () => {
    const scores = createRowScores(1);
    scoreRow(Float32Array.from([1e4, -1e4, 0]), [], scores);
    expect(scores.logProbabilities[0]).toBeCloseTo(0, 10);
  });
});
