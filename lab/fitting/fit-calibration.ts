import type { Breakpoints } from '#speech/scoring/calibration.ts';

/** A raw confidence in [0, 1], the error that was observed with it, and its weight (letters, say). */
export type CalibrationPair = { raw: number; error: number; weight?: number };

type Block = { raw: number; error: number; weight: number };

/** Few enough that each corner rests on many pairs. */
const maxKnots = 12;
export const minPairs = 20;

/**
 * Fits the map raw confidence → expected error that falls everywhere and is nearest in weighted least squares: isotonic
 * regression by pool-adjacent-violators (Ayer et al. 1955), on at most 12 groups of equal weight.
 * @returns breakpoints to be interpolated between; raw values rise, errors fall.
 * @throws {RangeError} with fewer than 20 pairs: too few to say anything.
 */
export function fitCalibration(pairs: readonly CalibrationPair[]): Breakpoints {
  if (pairs.length < minPairs) throw new RangeError(`a calibration needs at least ${minPairs} pairs`);
  const pooled: Block[] = [];
  for (const group of groupEvenly(pairs)) {
    let block = group;
    for (let last = pooled.at(-1); last !== undefined && last.error <= block.error; last = pooled.at(-1)) {
      pooled.pop();
      block = merge(last, block);
    }
    pooled.push(block);
  }
  return pooled.map(({ raw, error }) => [round(raw), round(error)] as const);
}

/** Neighbours in raw value, in groups of about equal weight; equal raw values stay together. */
function groupEvenly(pairs: readonly CalibrationPair[]): Block[] {
  const sorted = pairs.map(({ raw, error, weight = 1 }) => ({ raw, error, weight })).sort((a, b) => a.raw - b.raw);
  const target = sorted.reduce((sum, { weight }) => sum + weight, 0) / maxKnots;
  const groups: Block[] = [];
  let lastRaw = Number.NaN;
  for (const block of sorted) {
    const open = groups.at(-1);
    if (open !== undefined && (open.weight < target || block.raw === lastRaw))
      groups[groups.length - 1] = merge(open, block);
    else groups.push(block);
    lastRaw = block.raw;
  }
  return groups;
}

function merge(a: Block, b: Block): Block {
  const weight = a.weight + b.weight;
  const mean = (x: number, y: number) => (x * a.weight + y * b.weight) / weight;
  return { raw: mean(a.raw, b.raw), error: mean(a.error, b.error), weight };
}

/** Four significant digits: raw values of doubtful words lie close to 0. */
const round = (value: number): number => Number(value.toPrecision(4));
