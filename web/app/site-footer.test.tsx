// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { installPrompt, watchInstallPrompt } from '../lib/installed-app.ts';
import { renderForTest } from './render-for-test.tsx';
import { SiteFooter } from './site-footer.tsx';

let page: Awaited<ReturnType<typeof renderForTest>>;
afterEach(() => page.close());

it('offers to install the app while the browser does, once', async () => {
  window.IntersectionObserver ??= class {
    observe() {}
    disconnect() {}
  } as never;
  watchInstallPrompt();
  page = await renderForTest(<SiteFooter onShowKeys={() => {}} />);
  expect(page.text()).not.toContain('Install the app');
  let asked = 0;
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => asked++ });
  window.dispatchEvent(offer);
  await page.settle();
  expect(offer.defaultPrevented).toBe(true);
  await page.click('Install the app');
  expect(asked).toBe(1);
  expect(page.text()).not.toContain('Install the app');
  expect(installPrompt.get()).toBeUndefined();
});
