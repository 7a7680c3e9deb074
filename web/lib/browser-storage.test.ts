// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { openBrowserStorage } from './browser-storage.ts';

afterEach(() => vi.restoreAllMocks());

it('keeps for the page alone where the browser keeps nothing', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
  const storage = openBrowserStorage();
  storage.setItem('a', '1');
  expect(storage.getItem('a')).toBe('1');
  expect(openBrowserStorage().getItem('a')).toBeNull();
  storage.removeItem('a');
  expect(storage.getItem('a')).toBeNull();
});
