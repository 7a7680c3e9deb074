import type { Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { makeLongResult } from '../support/long-result.ts';
import {
  expect,
  mostLayoutShift,
  newAddress,
  openSession,
  publicPaths,
  requestLinkIn,
  sumShifts,
  test,
  texts,
  visitSignedIn,
  watchShifts,
} from './journey.ts';
import { test as testScripted } from './own-server.ts';
import { openScripted, sizes } from './scripted-result.ts';

/** On a line so slow that what comes later comes visibly later. */
async function watchShiftsSlowly(page: Page, late = /\/api\//): Promise<void> {
  await watchShifts(page);
  await page.route(late, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
}

for (const language of languages) {
  test(`the way from the link to the demo stays where it is on a small phone (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`/?lang=${language}`);
    const link = await requestLinkIn(page, newAddress());
    await watchShiftsSlowly(page);
    await page.goto(link);
    await page.waitForURL('**/demo');
    await expect(page.locator('input[type=file]')).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(await sumShifts(page)).toBeLessThanOrEqual(mostLayoutShift);
  });
}

const onTheWay = [...publicPaths, '/account', '/demo', '/bogan-ma-jiro', '/demo/r/lama-hayo', '/'];

for (const language of languages) {
  test(`no change of route moves what is on show (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await watchShiftsSlowly(page);
    await visitSignedIn(page, `/?lang=${language}`, await openSession());
    await page.waitForLoadState('networkidle');
    for (const path of onTheWay) {
      const before = await sumShifts(page);
      // Nobody presses anything, which would excuse whatever moves within half a second.
      await page.evaluate((next) => history.pushState(null, '', next), path);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.getByText(texts[language].common.states.loading, { exact: true })).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      expect((await sumShifts(page)) - before, path).toBeLessThanOrEqual(mostLayoutShift);
    }
  });
}

for (const language of languages)
  for (const { name, ...viewport } of sizes)
    testScripted(
      `nothing moves when a long result comes, its rows last, on a ${name} (${language})`,
      async ({ page, app }) => {
        await page.setViewportSize(viewport);
        await watchShiftsSlowly(page, /\/api\/|result-rows/);
        await openScripted(page, { app, language, result: makeLongResult(120) });
        await expect(page.locator('[data-row="119"]')).toBeAttached();
        await expect(page.getByText(texts[language].demo.results.another, { exact: true })).toBeAttached();
        await page.waitForLoadState('networkidle');
        expect(await sumShifts(page)).toBeLessThanOrEqual(mostLayoutShift);
      },
    );

for (const language of languages) {
  const { common } = texts[language];
  for (const path of [...publicPaths, '/demo', '/account']) {
    test(`${path} stays where it is while it loads, signed in (${language})`, async ({ page }) => {
      await watchShiftsSlowly(page);
      await visitSignedIn(page, `${path}?lang=${language}`, await openSession());
      await expect(page.locator('#site-menu').getByText('Hodan Cali')).toBeAttached();
      await expect(page.getByText(common.states.loading, { exact: true })).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      expect(await sumShifts(page)).toBeLessThanOrEqual(mostLayoutShift);
    });
  }
}
