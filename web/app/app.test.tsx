// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { App } from './app.tsx';
import { renderForTest } from './render-for-test.tsx';

window.scrollTo = () => undefined;
window.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as never;

it('moves the focus to a page that has to be fetched first, from a link inside the page before', async () => {
  window.history.replaceState(null, '', '/nowhere');
  const screen = await renderForTest(<App />);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const link = screen.find('main a[href="/"]');
  link.focus();
  link.click();
  await vi.waitFor(() => expect(document.contains(link)).toBe(false), 20_000);
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.find('main')), 20_000);
  vi.unstubAllGlobals();
  await screen.close();
});
