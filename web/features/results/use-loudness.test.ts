import { expect, it } from 'vitest';
import { measureLoudness } from '../../lib/audio-player.ts';

it('shows where it is loud, against the loudest moment', () => {
  const samples = new Float32Array(400);
  samples.fill(0.1, 100, 200);
  samples.fill(-0.4, 300, 400);
  expect(measureLoudness(samples, 4).map((peak) => Math.round(peak * 100))).toEqual([0, 25, 0, 100]);
});

it('is flat for silence', () => {
  expect(measureLoudness(new Float32Array(100), 2)).toEqual([0, 0]);
});
