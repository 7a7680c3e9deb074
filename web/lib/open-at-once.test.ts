import { expect, it } from 'vitest';
import { opensAtOnce, setOpensAtOnce } from './browser-storage.ts';

it('opens a result at once only for who asked for it, until it is taken back', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  expect(opensAtOnce(storage)).toBe(false);
  setOpensAtOnce(storage, true);
  expect(opensAtOnce(storage)).toBe(true);
  setOpensAtOnce(storage, false);
  expect(opensAtOnce(storage)).toBe(false);
});
