import { expect, it } from 'vitest';
import { samples } from '#shared/samples.ts';
import { splitSample } from './sample-sentences.ts';

it.each(samples)('splits $id into sentences that face each other', (sample) => {
  const sentences = splitSample(sample);
  expect(sentences.map(({ somali }) => somali).join(' ')).toBe(sample.words.map(([word]) => word).join(' '));
  expect(sentences.map(({ english }) => english).join(' ')).toBe(sample.english);
  for (const { english, startSeconds, endSeconds } of sentences) {
    expect(english).not.toBe('');
    expect(endSeconds).toBeGreaterThan(startSeconds);
  }
});
