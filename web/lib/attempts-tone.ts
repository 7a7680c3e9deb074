import { attemptsGreenAbove, attemptsYellowFrom } from '#shared/limits.ts';

/** Spec §2: green above 3, yellow at 2 to 3, red at 1 or 0. */
export function attemptsTone(attemptsRemaining: number): 'green' | 'yellow' | 'red' {
  if (attemptsRemaining > attemptsGreenAbove) return 'green';
  return attemptsRemaining >= attemptsYellowFrom ? 'yellow' : 'red';
}
