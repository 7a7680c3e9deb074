import { languages } from '#shared/languages.ts';
import { expect, openSession, test, texts, visitSignedIn } from './journey.ts';

const mostLayoutShift = 0.05;

for (const language of languages) {
  const { common } = texts[language];
  for (const path of ['/', '/demo', '/account', '/use-cases', '/privacy']) {
    test(`${path} stays where it is while it loads, signed in (${language})`, async ({ page }) => {
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) shifts.push(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      // Slow enough that what comes later comes visibly later.
      await page.route('**/api/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
      await visitSignedIn(page, `${path}?lang=${language}`, await openSession());
      await expect(page.locator('#site-menu').getByText('Hodan Cali')).toBeAttached();
      await expect(page.getByText(common.states.loading, { exact: true })).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      const total = await page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
      );
      expect(total).toBeLessThanOrEqual(mostLayoutShift);
    });
  }
}
