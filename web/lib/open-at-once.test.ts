import { expect, it } from 'vitest';
import { noteResultOpened, opensAtOnce, setOpensAtOnce } from './browser-storage.ts';

it('opens a result at once from the second one on, and as was asked before and after', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  expect(opensAtOnce(storage)).toBe(false);
  noteResultOpened(storage);
  expect(opensAtOnce(storage)).toBe(true);
  setOpensAtOnce(storage, false);
  noteResultOpened(storage);
  expect(opensAtOnce(storage)).toBe(false);
});
