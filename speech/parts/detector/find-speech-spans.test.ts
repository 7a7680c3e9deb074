import { describe, expect, test } from 'vitest';
import { createRandom } from '#tests/support/synthesise-signals.ts';
import { sumSpanSeconds } from '../../audio/samples.ts';
import { findSpeechSpans } from './find-speech-spans.ts';

const windowSeconds = 0.05;

/** Probabilities from pairs of (probability, seconds). */
function spell(...parts: [number, number][]): number[] {
  return parts.flatMap(([probability, seconds]) => Array(Math.round(seconds / windowSeconds)).fill(probability));
}

function find(probabilities: number[]) {
  return findSpeechSpans(probabilities, windowSeconds, probabilities.length * windowSeconds).map((span) => [
    Number(span.startSeconds.toFixed(3)),
    Number(span.endSeconds.toFixed(3)),
  ]);
}

describe('findSpeechSpans', () => {
  test('finds nothing where nothing reaches the onset', () => {
    expect(find(spell([0.49, 10]))).toEqual([]);
    expect(findSpeechSpans([], windowSeconds, 0)).toEqual([]);
  });

  test('pads a span on both sides, within the recording', () => {
    expect(find(spell([0, 1], [0.9, 1], [0, 1]))).toEqual([[0.7, 2.3]]);
    expect(find(spell([0.9, 1]))).toEqual([[0, 1]]);
  });

  test('holds on through what is less likely than the onset but above the offset', () => {
    expect(find(spell([0, 1], [0.6, 1], [0.4, 3], [0, 1]))).toEqual([[0.7, 5.3]]);
  });

  test('bridges a pause shorter than half a second and no longer one', () => {
    expect(find(spell([0.9, 1], [0, 0.4], [0.9, 1]))).toEqual([[0, 2.4]]);
    expect(find(spell([0.9, 1], [0, 0.9], [0.9, 1]))).toEqual([
      [0, 1.3],
      [1.6, 2.9],
    ]);
  });

  test('shares a pause that is too short for the padding of both sides', () => {
    expect(find(spell([0.9, 1], [0, 0.5], [0.9, 1]))).toEqual([
      [0, 1.25],
      [1.25, 2.5],
    ]);
  });

  test('drops a click, even a loud one', () => {
    expect(find(spell([0, 2], [1, 0.2], [0, 2]))).toEqual([]);
  });

  test('gives spans in order, apart and within the recording, and keeps all that is surely speech for long', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(seed);
      const probabilities = Array.from({ length: 40 }, () => random()).flatMap((probability) =>
        Array(1 + Math.floor(random() * 30)).fill(probability),
      );
      const durationSeconds = probabilities.length * windowSeconds;
      const spans = findSpeechSpans(probabilities, windowSeconds, durationSeconds);
      let reached = 0;
      for (const span of spans) {
        expect(span.startSeconds).toBeGreaterThanOrEqual(reached);
        expect(span.endSeconds).toBeGreaterThan(span.startSeconds);
        reached = span.endSeconds;
      }
      expect(reached).toBeLessThanOrEqual(durationSeconds);
      expect(sumSpanSeconds(spans)).toBeLessThanOrEqual(durationSeconds);
      const isLost = (time: number) => !spans.some((span) => time >= span.startSeconds && time <= span.endSeconds);
      probabilities.forEach((_, window) => {
        const stretch = probabilities.slice(window, window + 6);
        const isSure = stretch.length === 6 && stretch.every((probability) => probability >= 0.5);
        expect(isSure && isLost((window + 3) * windowSeconds)).toBe(false);
      });
    }
  });
});
