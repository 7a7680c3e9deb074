import type { Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { audioFixture } from '../support/audio-fixtures.ts';
import {
  expect,
  openMenu,
  openResult,
  openResultMenu,
  openSession,
  publicPaths,
  recordFor,
  skipCountdown,
  spendAttempts,
  test,
  texts,
  visitSignedIn,
} from './journey.ts';

/** Phones offer it in their settings. */
const largeTextPercent = 130;
/** The most that WCAG 1.4.4 asks for. */
const largestTextPercent = 200;
const looks = [
  { percent: largeTextPercent, width: 320 },
  { percent: largeTextPercent, width: 360 },
  { percent: largestTextPercent, width: 360 },
];

const setText = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, `${percent}%`);

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const { percent, width } of looks) {
    await setText(page, percent);
    await page.setViewportSize({ width, height: 640 });
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    const place = `${page.url()} at ${width} px, ${percent} %`;
    expect(scrollWidth, place).toBeLessThanOrEqual(width);
    // What is fixed over the page makes it no wider.
    for (const toast of await page.locator('[data-toast]').all()) {
      const box = await toast.boundingBox();
      if (box !== null) expect(box.x + box.width, `toast, ${place}`).toBeLessThanOrEqual(width);
    }
  }
}

for (const language of languages) {
  const { common, demo, verify } = texts[language];
  const { recorder, processing, results, attempts } = demo;

  test(`the landing page is no wider than a small phone with large text (${language})`, async ({ page }) => {
    await page.addInitScript((key) => localStorage.setItem(key, '1'), 'somalispeak_visited');
    await page.goto(`/?lang=${language}`);
    await page.locator('#demo').scrollIntoViewIfNeeded();
    await page.locator('#demo').getByRole('button', { name: common.sampleNames.market }).waitFor();
    await expectNoSidewaysScroll(page);
    await openMenu(page);
    await expectNoSidewaysScroll(page);
  });

  for (const path of [...publicPaths.slice(1), '/bogan-ma-jiro', '/offline', '/verify/khalad', '/demo']) {
    test(`${path} is no wider than a small phone with large text (${language})`, async ({ page }) => {
      await page.goto(`${path}?lang=${language}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      if (path.startsWith('/verify')) await page.getByText(verify.issuesHeading).waitFor();
      if (path === '/demo') await page.getByRole('dialog').waitFor();
      await expectNoSidewaysScroll(page);
    });
  }

  test(`no step of the demo is wider than a small phone with large text (${language})`, async ({ page }) => {
    const token = await openSession();
    await spendAttempts(token, 2);
    await visitSignedIn(page, `/demo?lang=${language}`, token);
    await page.getByText(attempts.last).waitFor();
    await expectNoSidewaysScroll(page);
    await page.locator('input[type=file]').setInputFiles(audioFixture('silence-5s.opus'));
    await page.getByRole('button', { name: recorder.playback.process }).waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: recorder.playback.process }).click();
    await page.getByRole('heading', { name: processing.noText }).waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: processing.anotherRecording }).click();
    await page.locator('input[type=file]').setInputFiles(audioFixture('speech-8s.webm'));
    await page.getByRole('button', { name: recorder.playback.process }).click();
    await openResult(page, language);
    await openResultMenu(page, language);
    await page.getByRole('button', { name: results.remove.button }).waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: results.reading.english, exact: true }).click();
    await expectNoSidewaysScroll(page);
    await page.goto('/results');
    await page.locator('main li').first().waitFor();
    await expectNoSidewaysScroll(page);
    await page.goto('/account');
    await page.getByText('Hodan Cali').last().waitFor();
    await expectNoSidewaysScroll(page);
    await page.goto('/demo');
    await page.getByRole('heading', { name: attempts.exhausted.heading }).waitFor();
    await expectNoSidewaysScroll(page);
  });

  test(`Stop is on a small phone's screen without scrolling (${language})`, async ({ page }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await page.getByRole('button', { name: recorder.record.start }).click();
    await skipCountdown(page, language);
    await recordFor(page, 1);
    const stop = page.getByRole('button', { name: recorder.recording.stop });
    // Of a phone 640 px high, and what its browser leaves of that.
    for (const height of [640, 560]) {
      for (const percent of [100, largeTextPercent, largestTextPercent]) {
        await page.setViewportSize({ width: 360, height });
        await setText(page, percent);
        await page.evaluate(() => window.scrollTo(0, 0));
        await expect(stop).toBeInViewport({ ratio: 1, timeout: 5_000 });
      }
    }
    await expectNoSidewaysScroll(page);
  });
}
