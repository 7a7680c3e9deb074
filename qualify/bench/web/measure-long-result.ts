import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { baseUrl } from '#tests/e2e/addresses.ts';
import { openSession, texts } from '#tests/e2e/journey.ts';
import { makeLongResult } from '#tests/support/long-result.ts';
import { findLongestTasks } from './find-longest-task.ts';
import { openSlowPage, readShift } from './measure-demo.ts';

/** 20,000 words, two hours of speech. */
const sentenceCount = 3_640;
const wheelTurns = 60;
const kibibytesInMebibyte = 1_024;

const engine = { recogniser: 'r', translator: 't', isStarter: true, isCalibrated: false };

export type LongResult = {
  words: number;
  /** From the answer to the first row. */
  firstRowSeconds: number;
  scrollTaskMilliseconds: number;
  /** Of the largest tab, without what programs share. */
  memoryMebibytes: number;
  layoutShift: number;
  /** Where the first words are, in a window of so many pixels. */
  firstWords: { window: string; bottom: number; height: number }[];
};

async function readTabMemory(browser: Browser): Promise<number> {
  const client = await browser.newBrowserCDPSession();
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  const tabs = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => readFileSync(`/proc/${id}/status`, 'utf8'));
  return Math.max(...tabs.map((status) => Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0))) / kibibytesInMebibyte;
}

/** How far down the lowest button with these words is. By role it takes a slow phone half a minute to find among thousands. */
const findLowest = (words: string): number =>
  Math.max(
    ...[...document.querySelectorAll('button')]
      .filter(({ textContent }) => textContent === words)
      .map((button) => button.getBoundingClientRect().top),
  );

/** A result of two hours on a slow phone, come from a server that answers with it. */
export async function measureLongResult(browser: Browser): Promise<LongResult> {
  const page = await openSlowPage(browser, await openSession());
  const result = makeLongResult(sentenceCount);
  const transcription = {
    ...result,
    id: 'two-hours',
    s3Url: '/x',
    engine,
    edits: { version: 0, title: null, correction: null },
  };
  const answer = JSON.stringify({ success: true, data: { transcription, attemptsRemaining: 2 } });
  await page.route('**/api/transcription/two-hours', (route) =>
    route.fulfill({ contentType: 'application/json', body: answer }),
  );
  await page.goto(`${baseUrl}/demo?lang=so`, { waitUntil: 'networkidle' });
  const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/two-hours'));
  await page.goto('/demo/r/two-hours?lang=so');
  await answered;
  const from = Date.now();
  const firstRow = page.locator('[data-row="0"]');
  await firstRow.waitFor();
  const firstRowSeconds = (Date.now() - from) / 1_000;
  await page.locator(`[data-row="${sentenceCount - 1}"]`).waitFor({ state: 'attached' });
  const scroll = async () => {
    for (let turn = 0; turn < wheelTurns; turn += 1) {
      await page.mouse.wheel(0, 1_500);
      await page.waitForTimeout(100);
    }
  };
  await page.mouse.move(180, 400);
  const [scrollTaskMilliseconds = 0] = await findLongestTasks(browser, page, [scroll]);
  const layoutShift = await readShift(page);
  const memoryMebibytes = await readTabMemory(browser);
  const firstWords = [];
  for (const [width, height] of [
    [360, 640],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate('window.scrollTo(0, 0)');
    const box = await firstRow.locator('[data-text]').first().boundingBox();
    const barTop = await page.evaluate(findLowest, texts.so.demo.results.share.button);
    const line = 30;
    firstWords.push({
      window: `${width}×${height}`,
      bottom: Math.round((box?.y ?? 0) + line),
      height: Math.round(barTop),
    });
  }
  await page.context().close();
  const words = result.words.length;
  return {
    words,
    firstRowSeconds,
    scrollTaskMilliseconds,
    memoryMebibytes,
    layoutShift,
    firstWords,
  };
}
