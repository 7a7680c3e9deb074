import type { Page } from '@playwright/test';
import { formatSentence } from '#platform/format-sentence.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { languages } from '#shared/languages.ts';
import { audioFixture } from '../support/audio-fixtures.ts';
import {
  engineTimeout,
  expect,
  openResult,
  openSession,
  spendAttempts,
  test,
  texts,
  visitSignedIn,
} from './journey.ts';

/** Toasts go again after seconds, in which a busy machine may not look; one that moves the page is noted as such. */
const noteToasts = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenToasts: seen });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-toast]')) {
        const bar = document.querySelector('header')?.getBoundingClientRect();
        const page = document.querySelector('main')?.getBoundingClientRect();
        const moves = window.scrollY === 0 && bar !== undefined && page !== undefined && page.top > bar.bottom + 1;
        seen.push(`${toast.textContent}${moves ? ' MOVES THE PAGE' : ''}`);
      }
    }).observe(document, { childList: true, subtree: true });
  });
const readToasts = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenToasts: string[] }).seenToasts.join('\n'));

for (const language of languages) {
  const { common, demo } = texts[language];

  for (const format of ['wav', 'mp3', 'm4a', 'ogg', 'webm', 'opus']) {
    test(`an uploaded .${format} becomes text (${language})`, async ({ page }) => {
      await visitSignedIn(page, `/demo?lang=${language}`);
      await page.locator('input[type=file]').setInputFiles(audioFixture(`speech-8s.${format}`));
      await page.getByRole('button', { name: demo.recorder.playback.process }).click();
      await openResult(page, language);
      await expect(page.getByRole('region', { name: demo.results.enhanced.title })).toContainText(/waxaan u duulayaa/i);
      await page.getByRole('button', { name: demo.results.reading.english, exact: true }).click();
      await expect(page.getByRole('region', { name: demo.results.translation.title })).toContainText(
        'flying to Japan on Monday',
      );
    });
  }

  test(`a file that is no audio is refused before it travels (${language})`, async ({ page }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await page.locator('input[type=file]').setInputFiles(audioFixture('speech-8s.so.txt'));
    await expect(page.getByRole('alert')).toHaveText(formatSentence('FILE_NOT_AUDIO', language));
  });

  test(`silence costs nothing and says so (${language})`, async ({ page }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await page.locator('input[type=file]').setInputFiles(audioFixture('silence-5s.opus'));
    await page.getByRole('button', { name: demo.recorder.playback.process }).click();
    await expect(page.getByText(formatSentence('NO_SPEECH_IN_FILE', language)).first()).toBeVisible({
      timeout: engineTimeout,
    });
    await page.getByRole('button', { name: demo.processing.anotherRecording }).click();
    await expect(page.getByText(fillPlaces(demo.attempts.remaining.other, { n: 3 }))).toBeVisible();
  });

  test(`the last attempt shows its result first, then the exhausted screen (${language})`, async ({ page }) => {
    const token = await openSession();
    await spendAttempts(token, 2);
    await noteToasts(page);
    await visitSignedIn(page, `/demo?lang=${language}`, token);
    await expect(page.getByText(demo.attempts.last)).toBeVisible();
    await page.locator('input[type=file]').setInputFiles(audioFixture('speech-2s.webm'));
    await page.getByRole('button', { name: demo.recorder.playback.process }).click();
    await openResult(page, language);
    await expect.poll(() => readToasts(page)).toContain(demo.attempts.toasts.last.title);
    expect(await readToasts(page)).not.toContain('MOVES THE PAGE');
    await expect(page.getByRole('button', { name: demo.results.noneLeft })).toBeDisabled();
    await page.goto('/demo');
    await expect(page.getByRole('heading', { name: demo.attempts.exhausted.heading })).toBeVisible();
    const contact = page.getByRole('link', { name: demo.attempts.exhausted.button }).first();
    await expect(contact).toHaveAttribute('href', /subject=Request%20for%20More%20Access%20-%20Somali%20Speech%20AI/);
  });

  test(`an upload goes on by itself once the network is back, also after a reload (${language})`, async ({
    page,
    context,
  }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await page.locator('input[type=file]').setInputFiles(audioFixture('speech-8s.wav'));
    await expect(page.getByRole('button', { name: demo.recorder.playback.process })).toBeVisible();
    await page.route('**/api/transcription/upload', async (route) => {
      await context.setOffline(true);
      await route.abort('internetdisconnected');
    });
    await expect.poll(() => page.evaluate(async () => (await caches.match('/demo')) !== undefined)).toBe(true);
    await page.getByRole('button', { name: demo.recorder.playback.process }).click();
    const waiting = page.getByText(`${common.nav.session.network} ${demo.processing.safe}`);
    await expect(waiting).toBeVisible();
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    await page.reload();
    await expect(waiting).toBeVisible();
    await page.unroute('**/api/transcription/upload');
    await context.setOffline(false);
    await openResult(page, language);
    await expect(page.getByRole('region', { name: demo.results.enhanced.title })).toContainText(/waxaan u duulayaa/i);
  });
}
