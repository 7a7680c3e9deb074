// npm run qualify -- screenshots [360-en-light …]: every screen at seven widths, in both languages, light and dark, or of
// the looks named, into screenshots/.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { type Language, languages } from '#shared/languages.ts';
import { baseUrl } from '#tests/e2e/addresses.ts';
import { prepareBrowser } from '#tests/e2e/browser.ts';
import {
  openSession,
  publicPaths,
  recordFor,
  requestLinkIn,
  spendAttempts,
  texts,
  visitSignedIn,
} from '#tests/e2e/journey.ts';
import { openScripted } from '#tests/e2e/scripted-result.ts';
import { startProduct } from '#tests/e2e/start-product.ts';
import { audioFixture } from '#tests/support/audio-fixtures.ts';
import { makeLongResult } from '#tests/support/long-result.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { makeRecording, signIn } from '#tests/support/test-client.ts';
import accountEn from '#web/locales/en/account.json' with { type: 'json' };
import accountSo from '#web/locales/so/account.json' with { type: 'json' };

const accounts = { en: accountEn, so: accountSo };
/** Small phones, one held sideways (and a desk at 200 %), a tablet, desks. */
const heights = { 320: 568, 360: 640, 640: 360, 768: 1_024, 1024: 768, 1280: 800, 1440: 900 } as const;
const widths = Object.keys(heights).map(Number) as (keyof typeof heights)[];
const themes = ['light', 'dark'] as const;
const wanted = process.argv.slice(2);
const folder = path.resolve(import.meta.dirname, '../../screenshots');

type Look = { language: Language; width: keyof typeof heights; theme: (typeof themes)[number] };
type Shoot = (name: string) => Promise<void>;

async function openPage(browser: Browser, { width, theme, language }: Look): Promise<{ page: Page; shoot: Shoot }> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width, height: heights[width] },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const shoot: Shoot = async (name) => {
    await page.screenshot({ path: path.join(folder, `${name}-${width}-${language}-${theme}.png`), fullPage: true });
  };
  return { page, shoot };
}

/** Screens anybody can reach. */
async function shootPublicScreens(browser: Browser, look: Look): Promise<void> {
  const { language } = look;
  const { page, shoot } = await openPage(browser, look);
  const visit = (address: string) => page.goto(`${address}${address.includes('?') ? '&' : '?'}lang=${language}`);
  await visit('/');
  await page.getByRole('dialog').waitFor();
  await shoot('popup');
  await page.getByRole('dialog').getByRole('button', { name: texts[language].common.actions.close }).first().click();
  await page.locator('#demo').scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, 0));
  await shoot('landing');
  for (const address of [...publicPaths.slice(1), '/bogan-ma-jiro', '/offline']) {
    await visit(address);
    await shoot(address.slice(1));
  }
  await visit('/verify/khalad?email=qof%40example.so');
  await page.getByText(texts[language].verify.issuesHeading).waitFor();
  await shoot('verify-failed');
  await visit('/demo');
  const wall = page.getByRole('dialog');
  await wall.waitFor();
  await shoot('wall');
  await wall.getByRole('button', { name: texts[language].auth.form.submit }).click();
  await shoot('sign-up-errors');
  await wall.getByLabel(texts[language].auth.form.fullName).fill('Hodan Cali');
  await wall.getByLabel(texts[language].auth.form.email, { exact: true }).fill(`sawir${Date.now()}@example.so`);
  for (const box of await wall.getByRole('checkbox').all()) await box.check();
  await wall.getByRole('button', { name: texts[language].auth.form.submit }).click();
  await page.getByRole('heading', { name: texts[language].auth.confirmation.title, exact: true }).waitFor();
  await shoot('confirmation');
  await page.goto(await requestLinkIn(page, `sawir${Date.now()}@example.so`));
  await page.getByText(texts[language].verify.redirecting).waitFor();
  await shoot('verified');
  await page.context().close();
}

/** The demo from welcome to the exhausted screen, on the real engine. */
async function shootDemo(browser: Browser, look: Look): Promise<void> {
  const { demo } = texts[look.language];
  const { page, shoot } = await openPage(browser, look);
  const token = await openSession();
  await spendAttempts(token, 2);
  await visitSignedIn(page, `/demo?lang=${look.language}`, token);
  await page.getByText(demo.attempts.last).waitFor();
  await shoot('welcome');
  await page.getByRole('button', { name: demo.recorder.record.start }).click();
  await page.getByRole('button', { name: demo.recorder.countdown.skip }).waitFor();
  await shoot('countdown');
  await page.getByRole('button', { name: demo.recorder.countdown.skip }).click();
  await recordFor(page, 2);
  await shoot('recording');
  await page.goBack();
  await page.getByRole('dialog').waitFor();
  await shoot('leave-question');
  await page.getByRole('dialog').getByRole('button', { name: demo.leave.stay }).click();
  await page.getByRole('button', { name: demo.recorder.recording.cancel }).click();
  await page.locator('input[type=file]').setInputFiles(audioFixture('silence-5s.opus'));
  await page.getByRole('button', { name: demo.recorder.playback.process }).waitFor();
  await shoot('playback');
  await page.getByRole('button', { name: demo.recorder.playback.process }).click();
  await page.getByRole('button', { name: demo.processing.anotherRecording }).click({ timeout: 60_000, trial: true });
  await shoot('processing-failed');
  await page.getByRole('button', { name: demo.processing.anotherRecording }).click();
  await page.locator('input[type=file]').setInputFiles(audioFixture('speech-8s.webm'));
  await page.getByRole('button', { name: demo.recorder.playback.process }).click();
  await page.getByRole('button', { name: demo.processing.showNow }).waitFor({ timeout: 60_000 });
  await shoot('processing');
  await page.getByRole('button', { name: demo.processing.showNow }).click();
  await page.locator(`summary[aria-label="${demo.results.menu}"]`).waitFor();
  await shoot('results');
  await page
    .getByRole('button', { name: new RegExp(`^${demo.results.copy}:`) })
    .first()
    .click();
  await page.locator(`summary[aria-label="${demo.results.menu}"]`).click();
  await page.getByRole('button', { name: demo.results.remove.button }).click();
  await shoot('delete-question');
  await page.getByRole('dialog').getByRole('button', { name: demo.results.remove.keep }).click();
  await page.goto('/account');
  await page.getByText(accounts[look.language].devices.thisOne).waitFor();
  await shoot('account');
  await page.goto('/results');
  await page.locator('main li').first().waitFor();
  await shoot('my-results');
  await page.goto('/demo');
  await page.getByRole('heading', { name: demo.attempts.exhausted.heading }).waitFor();
  await shoot('exhausted');
  await page.context().close();
}

/** What has to wait, and what is long, on an engine that does as it is told. */
async function shootLong(browser: Browser, look: Look, app: TestApp): Promise<void> {
  const { demo, files } = texts[look.language];
  const { page, shoot } = await openPage(browser, look);
  const { token } = await signIn(app.base);
  const recording = (name: string) => ({ name, mimeType: 'audio/wav', buffer: makeRecording() });
  await visitSignedIn(page, `${app.base}/demo?lang=${look.language}`, token);
  await page.locator('input[type=file]').setInputFiles(['ayeeyo.wav', 'suuqa.wav'].map(recording));
  await page.getByRole('button', { name: fillPlaces(files.send.other, { n: 2 }) }).waitFor();
  await shoot('files');
  await page.goto(`${app.base}/demo`);
  const slice = Promise.withResolvers<void>();
  Object.assign(app.script, { slices: 2, durationSeconds: 1_200, result: {} });
  app.script.onSlice = (at) => (at === 1 ? slice.promise : undefined);
  await page.locator('input[type=file]').setInputFiles(recording('wareysi.wav'));
  await page.getByRole('button', { name: demo.recorder.playback.process }).click();
  await page.getByRole('region', { name: demo.processing.recognised }).waitFor();
  await shoot('waiting');
  slice.resolve();
  Object.assign(app.script, { slices: 1, durationSeconds: undefined, onSlice: undefined });
  await page.context().close();
}

async function shootRows(browser: Browser, look: Look, app: TestApp): Promise<void> {
  const { page, shoot } = await openPage(browser, look);
  await openScripted(page, { app, language: look.language, result: makeLongResult(24) });
  await page.locator('[data-row="0"]').waitFor();
  await shoot('rows');
  await page.locator('[data-row="2"] [data-act=edit]').click();
  await shoot('row-editor');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await shoot('rows-print');
  await page.context().close();
}

const looks: Look[] = languages.flatMap((language) =>
  widths.flatMap((width) => themes.map((theme) => ({ language, width, theme }))),
);
const nameOf = ({ width, language, theme }: Look) => `${width}-${language}-${theme}`;
const unknown = wanted.find((name) => looks.every((look) => nameOf(look) !== name));
if (unknown !== undefined) throw new RangeError(`There is no "${unknown}": ${looks.map(nameOf).join(', ')}`);
mkdirSync(folder, { recursive: true });
const stop = await startProduct();
const app = await startTestApp({ webDir: () => 'dist/web' });
const browser = await chromium.launch(await prepareBrowser());
try {
  for (const look of wanted.length > 0 ? looks.filter((one) => wanted.includes(nameOf(one))) : looks) {
    await shootPublicScreens(browser, look);
    await shootDemo(browser, look);
    await shootLong(browser, look, app);
    await shootRows(browser, look, app);
    console.log(nameOf(look));
  }
} finally {
  await browser.close();
  stop();
  await app.destroy();
}
