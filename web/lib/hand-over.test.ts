// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { copyText, shareResults } from './hand-over.ts';

const content = { title: 'Somali Speech AI', text: 'waan imid\n\nI came <img src=x onerror=alert(1)>' };
const define = (name: 'share' | 'clipboard', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true });

afterEach(() => {
  define('share', undefined);
  define('clipboard', undefined);
});

it('gives title and text to the device', async () => {
  const share = vi.fn(async () => undefined);
  define('share', share);
  expect(await shareResults(content)).toBe('shared');
  expect(share).toHaveBeenCalledWith(content);
});

it('copies the same text where the device cannot share, or will not', async () => {
  const writeText = vi.fn(async () => undefined);
  define('clipboard', { writeText });
  expect(await shareResults(content)).toBe('copied');
  expect(writeText).toHaveBeenCalledWith(content.text);
  define('share', async () => {
    throw new DOMException('no target', 'NotAllowedError');
  });
  expect(await shareResults(content)).toBe('copied');
});

it('does nothing when the person closes the share sheet', async () => {
  define('share', async () => {
    throw new DOMException('closed', 'AbortError');
  });
  expect(await shareResults(content)).toBe('dismissed');
});

it('says so when nothing could be copied', async () => {
  expect(await copyText('x')).toBe(false);
  define('clipboard', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  expect(await copyText('x')).toBe(false);
});
