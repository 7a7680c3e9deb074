import { expect, it } from 'vitest';
import { formatDuration } from './format-duration.ts';

it.each([
  [0, '0 seconds'],
  [59.6, '1 minute'],
  [90, '1 minute 30 seconds'],
  [119.6, '2 minutes'],
  [121, '2 minutes 1 second'],
])('says %d seconds as "%s"', (seconds, words) => {
  expect(formatDuration(seconds, 'en')).toBe(words);
});
