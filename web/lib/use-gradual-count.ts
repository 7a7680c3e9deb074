import { useEffect, useState } from 'react';
import { useServices } from './services.ts';

/**
 * How many of many parts to render by now: one at once, one more whenever the last has been drawn, so that a long page
 * comes whole but never holds a slow phone up.
 */
export function useGradualCount(total: number): number {
  const { clock } = useServices();
  const [count, setCount] = useState(1);
  useEffect(() => (count < total ? clock.afterPaint(() => setCount(count + 1)) : undefined), [clock, count, total]);
  return Math.min(count, total);
}
