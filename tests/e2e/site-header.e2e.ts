import type { Locator, Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { expect, test, texts, visitSignedIn } from './journey.ts';

/** Phones have other faces than the test browser; this one is a fifth wider than its own. */
const useWiderFace = (page: Page) =>
  page.evaluate(async () => {
    const faces = ['OpenSans-Regular', 'OpenSans-Bold'].map((name, at) => {
      // TypeScript's list lacks the first.
      const descriptors = { sizeAdjust: '120%', weight: at === 0 ? '1 500' : '501 900' };
      return new FontFace('Wider', `local("${name}")`, descriptors);
    });
    for (const face of faces) document.fonts.add(await face.load());
    document.documentElement.style.setProperty('--font', 'Wider');
  });

/** What stands in the bar, from left to right: where it lies, and whether its words are cut off. */
const measureBar = (bar: Locator) =>
  bar.locator('a, button, [data-tone]').evaluateAll((elements) =>
    elements
      .map((element) => {
        const { left, right, top } = element.getBoundingClientRect();
        // The words of brand and name may end early; what has no room at all lies in a line out of sight.
        const isWhole =
          element.scrollWidth <= element.clientWidth + 1 || element.matches('[href="/"], [href="/account"]');
        const isShown = element.checkVisibility() && top < (element.parentElement?.getBoundingClientRect().bottom ?? 0);
        return { name: element.textContent, left, right, isWhole, isShown };
      })
      .filter(({ isShown }) => isShown)
      .sort((one, other) => one.left - other.left),
  );

for (const language of languages) {
  const { nav } = texts[language].common;

  for (const isSignedIn of [true, false]) {
    test(`the bar is one row with a face a fifth wider (${language}, signed in: ${isSignedIn})`, async ({ page }) => {
      await (isSignedIn ? visitSignedIn(page, `/privacy?lang=${language}`) : page.goto(`/privacy?lang=${language}`));
      const bar = page.getByRole('navigation', { name: nav.label });
      await bar.getByText(isSignedIn ? 'Hodan Cali' : nav.signUp, { exact: true }).waitFor({ state: 'attached' });
      const measureWord = () => bar.getByRole('link', { name: 'English' }).evaluate((link) => link.scrollWidth);
      const widthBefore = await measureWord();
      await useWiderFace(page);
      expect(await measureWord()).toBeGreaterThan(widthBefore);
      for (const width of [320, 360, 390, 768]) {
        await page.setViewportSize({ width, height: 800 });
        const row = await bar.evaluate((each) => each.getBoundingClientRect().height);
        expect(row, `height at ${width} px`).toBeLessThan(80);
        let end = 0;
        for (const { name, left, right, isWhole } of await measureBar(bar)) {
          expect(left, `${name} at ${width} px`).toBeGreaterThanOrEqual(end);
          expect(isWhole, `${name} at ${width} px`).toBe(true);
          end = right;
        }
        expect(end, `${width} px`).toBeLessThanOrEqual(width);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    });
  }

  for (const isSignedIn of [true, false]) {
    test(`Tab goes through the bar as it is seen (${language}, signed in: ${isSignedIn})`, async ({ page }) => {
      const visit = isSignedIn ? visitSignedIn : (visited: Page, path: string) => visited.goto(path);
      await page.setViewportSize({ width: 1280, height: 800 });
      await visit(page, `/privacy?lang=${language}`);
      const bar = page.getByRole('navigation', { name: nav.label });
      await bar.getByRole('button', { name: isSignedIn ? nav.signOut : nav.signUp, exact: true }).waitFor();
      for (const width of [1280, 800, 360, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await bar.getByRole('link', { name: nav.home }).focus();
        let end = 0;
        for (;;) {
          await page.keyboard.press('Tab');
          const box = await bar.locator(':focus').evaluateAll(([element]) => element?.getBoundingClientRect());
          if (box === undefined) break;
          expect(box.left, `${width} px`).toBeGreaterThanOrEqual(end);
          end = box.right;
        }
        expect(end).toBeGreaterThan(0);
      }
    });
  }

  test(`who is signed in has everything in one row from 1,024 px on, on every page the same (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1024, height: 800 });
    const token = await visitSignedIn(page, `/privacy?lang=${language}`);
    const bar = page.getByRole('navigation', { name: nav.label });
    const places = [nav.demo, nav.results, nav.features, nav.howItWorks, nav.useCases, 'Hodan Cali'];
    const seen: string[] = [];
    for (const path of ['/privacy', '/demo']) {
      await visitSignedIn(page, path, token);
      await expect(bar.getByText('Hodan Cali')).toBeVisible();
      for (const width of [1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const inBar = [
          ...places.map((name) => bar.getByRole('link', { name, exact: true })),
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
        await expect(bar.locator('[data-tone]').first()).toBeVisible();
        expect(await bar.evaluate((each) => each.getBoundingClientRect().height)).toBeLessThan(80);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        const shown = await measureBar(bar);
        seen.push(`${width}: ${shown.map(({ name, left }) => `${name} ${Math.round(left)}`).join(', ')}`);
      }
    }
    expect(seen.slice(3)).toEqual(seen.slice(0, 3));
  });

  for (const isSignedIn of [true, false]) {
    test(`the bar is one row with text of 200 % (${language}, signed in: ${isSignedIn})`, async ({ page }) => {
      await (isSignedIn ? visitSignedIn(page, `/demo?lang=${language}`) : page.goto(`/privacy?lang=${language}`));
      const bar = page.getByRole('navigation', { name: nav.label });
      await bar.getByText(isSignedIn ? 'Hodan Cali' : nav.signUp, { exact: true }).waitFor({ state: 'attached' });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      for (const width of [320, 360, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await bar.evaluate((each) => each.getBoundingClientRect().height), `${width} px`).toBeLessThan(110);
        expect(await bar.evaluate((each) => each.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
      }
    });
  }
}
