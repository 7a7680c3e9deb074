import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { SessionData } from '#shared/contract/accounts.ts';
import type { Language } from '#shared/languages.ts';
import { tokenStorageKey } from '#shared/limits.ts';
import { isPublicPage, pageKeys, pages } from '#shared/pages.ts';
import authEn from '#web/locales/en/auth.json' with { type: 'json' };
import commonEn from '#web/locales/en/common.json' with { type: 'json' };
import demoEn from '#web/locales/en/demo.json' with { type: 'json' };
import filesEn from '#web/locales/en/files.json' with { type: 'json' };
import landingEn from '#web/locales/en/landing.json' with { type: 'json' };
import notFoundEn from '#web/locales/en/not-found.json' with { type: 'json' };
import resultsEn from '#web/locales/en/results.json' with { type: 'json' };
import useCasesEn from '#web/locales/en/use-cases.json' with { type: 'json' };
import authSo from '#web/locales/so/auth.json' with { type: 'json' };
import commonSo from '#web/locales/so/common.json' with { type: 'json' };
import demoSo from '#web/locales/so/demo.json' with { type: 'json' };
import filesSo from '#web/locales/so/files.json' with { type: 'json' };
import landingSo from '#web/locales/so/landing.json' with { type: 'json' };
import notFoundSo from '#web/locales/so/not-found.json' with { type: 'json' };
import resultsSo from '#web/locales/so/results.json' with { type: 'json' };
import useCasesSo from '#web/locales/so/use-cases.json' with { type: 'json' };
import { audioFixture } from '../support/audio-fixtures.ts';
import { baseUrl } from './addresses.ts';

export const texts = {
  en: {
    auth: authEn,
    verify: authEn.verify,
    common: commonEn,
    demo: demoEn,
    files: filesEn,
    landing: landingEn,
    notFound: notFoundEn,
    results: resultsEn,
    useCases: useCasesEn,
  },
  so: {
    auth: authSo,
    verify: authSo.verify,
    common: commonSo,
    demo: demoSo,
    files: filesSo,
    landing: landingSo,
    notFound: notFoundSo,
    results: resultsSo,
    useCases: useCasesSo,
  },
} as const;

const publicPages = pageKeys.filter(isPublicPage).map((key) => pages[key]);
export const publicPaths = publicPages.map(({ paths }) => paths[0] ?? '');

/** Address and title of each page that search engines keep. */
export const publicTitles = (language: Language) =>
  publicPages.map(({ paths, areas }) => {
    const file = new URL(`../../web/locales/${language}/${areas[0]}.json`, import.meta.url);
    const { page } = JSON.parse(readFileSync(file, 'utf8')) as { page: { title: string } };
    return [paths[0] ?? '', page.title] as const;
  });

let accounts = 0;
/** Journeys of another process may ask in the same millisecond. */
export const newAddress = () => `qof${process.pid}x${Date.now()}x${accounts++}@example.so`;

type SignUpAnswer = { magicLink: string };
type VerifyAnswer = { data: SessionData & { token: string } };

/** Asks for a link as the page's own browser does, which the link is then bound to. */
export async function requestLinkIn(page: Page, email: string): Promise<string> {
  const data = { fullName: 'Hodan Cali', email, earlyBird: false };
  const response = await page.request.post(`${baseUrl}/api/auth/signup`, { data });
  return ((await response.json()) as SignUpAnswer).magicLink;
}

/** Asks for a link from elsewhere; it comes in the answer because mail is in development mode. */
export async function requestLink(email: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fullName: 'Hodan Cali', email, earlyBird: false }),
  });
  return ((await response.json()) as SignUpAnswer).magicLink;
}

export async function openSession(email = newAddress()): Promise<string> {
  const token = new URL(await requestLink(email)).pathname.split('/').at(-1);
  const response = await fetch(`${baseUrl}/api/auth/verify/${token}`);
  return ((await response.json()) as VerifyAnswer).data.token;
}

/** Uses up attempts without sending a recording. */
export async function spendAttempts(token: string, count: number): Promise<void> {
  for (let spent = 0; spent < count; spent += 1) {
    await fetch(`${baseUrl}/api/attempts/use`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  }
}

/** The page with a signed-in visitor who has been here before. */
export async function visitSignedIn(page: Page, path: string, token?: string): Promise<string> {
  const session = token ?? (await openSession());
  await page.addInitScript(
    ([key, value]) => {
      // Only once: a token that the app removes must stay removed.
      if (sessionStorage.getItem('seeded')) return;
      sessionStorage.setItem('seeded', 'true');
      localStorage.setItem(key ?? '', value ?? '');
    },
    [tokenStorageKey, session],
  );
  await page.goto(path);
  return session;
}

export const mostLayoutShift = 0.02;

/** Notes what moves on the page by itself. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const sumShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0));

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Without motion, which ends what is moving: half faded in, every text is too faint. */
export async function expectNoViolations(page: Page, within = 'html'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { violations } = await new AxeBuilder({ page }).include(within).withTags(rules).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}

/** What the engine may take where three runs of all this share two cores. */
export const engineTimeout = 240_000;

/**
 * Presses what goes by itself after some seconds, which a busy machine may find gone: the countdown, a finished recording,
 * the way to the result. What comes next is waited for.
 */
async function pressUnlessOver(button: Locator, next: Locator): Promise<void> {
  await button.or(next).first().waitFor({ timeout: engineTimeout });
  if (await button.isVisible()) await button.click({ timeout: 10_000 }).catch(() => undefined);
  await next.waitFor({ timeout: engineTimeout });
}

const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function skipCountdown(page: Page, language: Language): Promise<void> {
  const { recorder } = texts[language].demo;
  await pressUnlessOver(buttonOf(page, recorder.countdown.skip), buttonOf(page, recorder.recording.stop));
}

export async function stopRecording(page: Page, language: Language): Promise<void> {
  const { recorder } = texts[language].demo;
  await pressUnlessOver(buttonOf(page, recorder.recording.stop), buttonOf(page, recorder.playback.process));
}

export async function openResult(page: Page, language: Language): Promise<void> {
  const { processing, results } = texts[language].demo;
  const cards = page.getByRole('region', { name: results.enhanced.title });
  const rows = page.getByRole('region', { name: results.rows.label });
  await pressUnlessOver(buttonOf(page, processing.showNow), cards.or(rows));
}

export type FilePayload = { name: string; mimeType: string; buffer: Buffer };

/** A file of ours, or one made by the test, through the whole demo, to its result. */
export async function transcribe(page: Page, language: Language, file: string | FilePayload = 'speech-8s.webm') {
  const { demo } = texts[language];
  await page.locator('input[type=file]').setInputFiles(typeof file === 'string' ? audioFixture(file) : file);
  await page.getByRole('button', { name: demo.recorder.playback.process }).click();
  await openResult(page, language);
}

/** Waits until the recording is so many seconds long, or longer: a busy machine may show no particular second. */
export async function recordFor(page: Page, seconds: number): Promise<void> {
  const clock = page.locator('[data-elapsed]');
  await expect
    .poll(async () => Number(await clock.getAttribute('data-elapsed')), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(seconds);
}

/** What is seldom done with a result is behind three dots. */
export const openResultMenu = (page: Page, language: Language) =>
  page.locator(`summary[aria-label="${texts[language].demo.results.menu}"]`).click();

/** The bar folds into a menu on small screens. */
export async function openMenu(page: Page): Promise<void> {
  const toggle = page.locator('[aria-controls=site-menu]');
  if (!(await toggle.isVisible())) return;
  // A click before the page's code has started goes nowhere.
  await expect(async () => {
    if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true', { timeout: 2_000 });
  }).toPass();
}

/** What is personal on the device: the rows of our database, and a note shared through the service worker. */
export const readDeviceData = (page: Page) =>
  page.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settle(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const keys = await settle(database.transaction(store).objectStore(store).getAllKeys());
        found.push(...keys.map((key) => `${name}/${store}/${key}`));
      }
      database.close();
    }
    if ((await caches.match('/shared-audio')) !== undefined) found.push('/shared-audio');
    return found;
  });

/**
 * Every test fails on anything in the console, on a request to anywhere else and on an uncaught error of the page.
 */
export const test = base.extend<{ lang: Language }>({
  lang: ['en', { option: true }],
  page: async ({ page }, use) => {
    const troubles: string[] = [];
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    page.on('console', (message) => {
      // The browser writes down every answer that is no success, also those that a test is about, and what it cleared.
      if (!/^(Failed to load resource|Clear-Site-Data)/.test(message.text()))
        troubles.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== baseUrl) troubles.push(`foreign request: ${request.url()}`);
    });
    await use(page);
    expect(troubles).toEqual([]);
  },
});

export { expect };
