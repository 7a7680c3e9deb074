import { type Browser, chromium } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { tokenStorageKey } from '#shared/limits.ts';
import { baseUrl } from '#tests/e2e/addresses.ts';
import { launchArguments, prepareBrowser } from '#tests/e2e/browser.ts';
import { openSession, publicPaths } from '#tests/e2e/journey.ts';
import { startProduct } from '#tests/e2e/start-product.ts';
import { loadPackage } from './load-package.ts';
import { median } from './median.ts';
import { measureLongDemo, measureSignedInShift } from './web/measure-demo.ts';
import { measureLongResult } from './web/measure-long-result.ts';
import { measureSlowLoad } from './web/measure-slow-load.ts';
import { benchWaysIn } from './web/ways-in.ts';

/** At the addresses that search engines are told; half of them in each language. Lighthouse scores no page with status 404. */
const publicPages = publicPaths.map((path, at) => `${path}?lang=${languages[at % languages.length]}`);
/** Nobody's to find by a search engine, so not scored for one. */
const ownPages = ['/demo?lang=so', '/account?lang=en'];
const ownCategories = ['performance', 'accessibility', 'best-practices'];
const categories = [...ownCategories, 'seo'];
const debuggingPort = 9333;
const bar = 95;
const mostLayoutShift = 0.05;
const longestTask = 120;

const mark = (isGood: boolean) => (isGood ? '' : ' ← below');

type Lighthouse = {
  default(
    address: string,
    flags: { port: number; onlyCategories: string[]; disableStorageReset: boolean; logLevel: 'error' },
  ): Promise<{ lhr: { categories: Record<string, { score: number | null } | undefined> } } | undefined>;
};

async function scorePage(page: string, onlyCategories: readonly string[], rounds: number): Promise<void> {
  const { default: lighthouse } = await loadPackage<Lighthouse>('lighthouse');
  const scores = new Map<string, number[]>(onlyCategories.map((category) => [category, []]));
  for (let round = 0; round < rounds; round += 1) {
    const result = await lighthouse(`${baseUrl}${page}`, {
      port: debuggingPort,
      onlyCategories: [...onlyCategories],
      // Who is signed in stays so; a first visit starts without anything stored all the same.
      disableStorageReset: ownPages.includes(page),
      logLevel: 'error',
    });
    for (const category of onlyCategories)
      scores.get(category)?.push((result?.lhr.categories[category]?.score ?? 0) * 100);
  }
  const medians = onlyCategories.map((category) => `${category} ${median(scores.get(category) ?? [])}`);
  const isGood = [...scores.values()].every((values) => median(values) >= bar);
  console.log(`${page.padEnd(24)} ${medians.join(', ')}   bar ≥ ${bar}${mark(isGood)}`);
}

/** Lighthouse opens its own tab beside the pages of the tests: this one signs in where it looks. */
async function signInForLighthouse(): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`);
  const [context] = browser.contexts();
  const page = await context?.newPage();
  await page?.goto(`${baseUrl}/terms`);
  await page?.evaluate(
    ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
    [tokenStorageKey, await openSession()],
  );
  await page?.close();
}

async function benchSlowLoad(browser: Browser): Promise<void> {
  const { paintedSeconds, interactiveSeconds, layoutShift } = await measureSlowLoad(browser, `${baseUrl}/?lang=so`);
  console.log(
    `400 kbit/s, 400 ms, 6× CPU: text painted ${paintedSeconds.toFixed(2)} s (bar ≤ 2), interactive ${interactiveSeconds.toFixed(2)} s (bar ≤ 6), CLS ${layoutShift.toFixed(3)} (bar ≤ ${mostLayoutShift})`,
  );
}

async function benchSignedIn(browser: Browser): Promise<void> {
  for (const path of [...publicPaths, '/demo', '/account']) {
    const shift = await measureSignedInShift(browser, path);
    console.log(
      `signed in, 4× CPU, ${path.padEnd(10)} CLS ${shift.toFixed(3)} (bar ≤ ${mostLayoutShift})${mark(shift <= mostLayoutShift)}`,
    );
  }
  const { processingTaskMilliseconds, resultTaskMilliseconds, oneLetterMilliseconds, layoutShift } =
    await measureLongDemo(browser);
  const sayTask = (milliseconds: number) =>
    `longest task ${milliseconds.toFixed(0)} ms of CPU time (bar ≤ ${longestTask})${mark(milliseconds <= longestTask)}`;
  console.log(`5 minutes of audio, 4× CPU, processing: ${sayTask(processingTaskMilliseconds)}`);
  console.log(
    `5 minutes of audio, 4× CPU, the result: ${sayTask(resultTaskMilliseconds)}; one letter more on the finished page costs ${oneLetterMilliseconds.toFixed(0)} ms`,
  );
  console.log(
    `5 minutes of audio, welcome to result: CLS ${layoutShift.toFixed(3)}${mark(layoutShift <= mostLayoutShift)}`,
  );
}

async function benchLongResult(browser: Browser): Promise<void> {
  const measured = await measureLongResult(browser);
  const { words, firstRowSeconds, scrollTaskMilliseconds, memoryMebibytes, layoutShift, firstWords } = measured;
  console.log(
    `two hours (${words} words), 4× CPU: first row ${firstRowSeconds.toFixed(2)} s after the answer (bar ≤ 2)${mark(firstRowSeconds <= 2)}, longest task while scrolling ${scrollTaskMilliseconds.toFixed(0)} ms (bar ≤ ${longestTask})${mark(scrollTaskMilliseconds <= longestTask)}, the tab takes ${memoryMebibytes.toFixed(0)} MiB (bar ≤ 250), CLS ${layoutShift.toFixed(3)}`,
  );
  for (const { window, bottom, height } of firstWords)
    console.log(`  ${window}: the first words end ${bottom} px down, above ${height}${mark(bottom <= height)}`);
}

type Part = { name: string; run: (browser: Browser, rounds: number) => Promise<void> };

const parts: readonly Part[] = [
  { name: 'slow-load', run: benchSlowLoad },
  { name: 'signed-in', run: benchSignedIn },
  { name: 'long-result', run: benchLongResult },
  { name: 'ways-in', run: benchWaysIn },
  {
    name: 'lighthouse',
    run: async (_, rounds) => {
      for (const page of publicPages) await scorePage(page, categories, rounds);
    },
  },
  {
    name: 'lighthouse-signed-in',
    run: async (_, rounds) => {
      await signInForLighthouse();
      for (const page of ownPages) await scorePage(page, ownCategories, rounds);
    },
  },
];

/** Lighthouse (mobile) on every page, the slow phone, the ways in: all, or the parts that are named; a number is Lighthouse's rounds. */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 5);
  const named = args.filter((arg) => !/^\d+$/.test(arg));
  const unknown = named.find((arg) => parts.every(({ name }) => name !== arg));
  if (unknown !== undefined)
    throw new RangeError(`There is no "${unknown}": ${parts.map(({ name }) => name).join(', ')}`);
  const stop = await startProduct();
  const browser = await chromium.launch(
    await prepareBrowser([...launchArguments, `--remote-debugging-port=${debuggingPort}`]),
  );
  try {
    console.log(`Chromium ${browser.version()}, median of ${rounds}`);
    for (const part of parts) if (named.length === 0 || named.includes(part.name)) await part.run(browser, rounds);
  } finally {
    await browser.close();
    stop();
  }
}
