import { languages } from '#shared/languages.ts';
import { expect, test, texts, visitSignedIn } from './journey.ts';

for (const language of languages) {
  const { nav } = texts[language].common;

  test(`on wide screens the bar of who is signed in has the places, in one line (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 800 });
    await visitSignedIn(page, `/privacy?lang=${language}`);
    const bar = page.getByRole('navigation', { name: nav.label });
    await expect(bar.getByText('Hodan Cali')).toBeVisible();
    for (const width of [900, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(bar.getByRole('button', { name: nav.openMenu })).toBeHidden();
      const inBar = [
        bar.getByRole('link', { name: nav.demo, exact: true }),
        bar.getByRole('link', { name: nav.results, exact: true }),
        bar.getByRole('link', { name: 'Hodan Cali' }),
        bar.getByRole('button', { name: nav.signOut }),
        bar.getByRole('link', { name: 'English' }),
      ];
      let end = 0;
      for (const each of inBar) {
        await expect(each).toBeVisible();
        const { left, right } = await each.evaluate((element) => element.getBoundingClientRect());
        expect(left, `${await each.textContent()} at ${width} px`).toBeGreaterThanOrEqual(end);
        end = right;
      }
      const height = await bar.evaluate((each) => each.getBoundingClientRect().height);
      expect(height).toBeLessThan(80);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}
