import { useEffect, useState } from 'react';
import { useServices } from './services.ts';

/**
 * How many of many parts to render by now: one at once, one more with every turn of the browser, so that a long text
 * comes whole but never holds a slow phone up.
 */
export function useGradualCount(total: number): number {
  const { clock } = useServices();
  const [count, setCount] = useState(1);
  useEffect(() => (count < total ? clock.after(0, () => setCount(count + 1)) : undefined), [clock, count, total]);
  return Math.min(count, total);
}
