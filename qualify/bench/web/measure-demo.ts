import type { Browser, Locator, Page } from '@playwright/test';
import { tokenStorageKey } from '#shared/limits.ts';
import { baseUrl } from '#tests/e2e/addresses.ts';
import { openSession, texts } from '#tests/e2e/journey.ts';
import { audioFixture } from '#tests/support/audio-fixtures.ts';
import { findLongestTasks } from './find-longest-task.ts';

/** A cheap phone of today against this machine. */
const cpuSlowdown = 4;
/** What comes after the result: its sentences, its shape, the attempts. */
const settleMilliseconds = 4_000;

/** As long as a finger rests on a button. */
const pressMilliseconds = 100;

const watchShifts = `
  window.layoutShift = 0;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.layoutShift += e.value; }).observe({ type: 'layout-shift', buffered: true });
`;

export async function openSlowPage(browser: Browser, token: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: baseUrl });
  const page = await context.newPage();
  await page.addInitScript(watchShifts);
  await page.addInitScript(([key, value]) => localStorage.setItem(key ?? '', value ?? ''), [tokenStorageKey, token]);
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return page;
}

export const readShift = (page: Page) => page.evaluate<number>('window.layoutShift');

/** The layout shift of a route while it loads for somebody who is signed in. */
export async function measureSignedInShift(browser: Browser, path: string): Promise<number> {
  const page = await openSlowPage(browser, await openSession());
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.waitForTimeout(settleMilliseconds);
  const shift = await readShift(page);
  await page.context().close();
  return shift;
}

/** Finds the button, to be tapped later. The runner's own click listens in on every event of the page and lays it out anew: a third of the task that is measured. */
async function aimAt(button: Locator, timeout: number): Promise<() => Promise<void>> {
  await button.waitFor({ timeout });
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not on the page');
  return () => button.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: pressMilliseconds });
}

export type LongDemo = {
  /** From the press on Process to the answer. */
  processingTaskMilliseconds: number;
  /** From the press on "Show result now" to the whole result. */
  resultTaskMilliseconds: number;
  /** What one letter more on the finished page costs at least: the part of a task that is the browser's and this machine's. */
  oneLetterMilliseconds: number;
  layoutShift: number;
};

async function addLetters(page: Page): Promise<void> {
  for (let count = 0; count < 5; count += 1) {
    await page.evaluate("document.querySelector('h1').append('.')");
    await page.waitForTimeout(200);
  }
}

/** Five minutes of speech through the demo on a slow phone: the longest task, in CPU time of the page's thread. */
export async function measureLongDemo(browser: Browser): Promise<LongDemo> {
  const { recorder, processing, results } = texts.so.demo;
  const page = await openSlowPage(browser, await openSession());
  await page.goto('/demo?lang=so');
  await page.locator('input[type=file]').setInputFiles(audioFixture('speech-5min.opus'));
  const processButton = page.getByRole('button', { name: recorder.playback.process });
  await processButton.scrollIntoViewIfNeeded();
  const tapProcess = await aimAt(processButton, 5_000);
  const showButton = page.getByRole('button', { name: processing.showNow });
  const process = async () => {
    await tapProcess();
    await showButton.waitFor({ timeout: 400_000 });
  };
  const show = async () => {
    const tapShow = await aimAt(showButton, 5_000);
    await tapShow();
    await page.getByRole('region', { name: results.rows.label }).waitFor();
    await page.waitForTimeout(settleMilliseconds);
  };
  const [processingTaskMilliseconds = 0, resultTaskMilliseconds = 0] = await findLongestTasks(browser, page, [
    process,
    show,
  ]);
  const layoutShift = await readShift(page);
  const [oneLetterMilliseconds = 0] = await findLongestTasks(browser, page, [() => addLetters(page)]);
  await page.context().close();
  return { processingTaskMilliseconds, resultTaskMilliseconds, oneLetterMilliseconds, layoutShift };
}
