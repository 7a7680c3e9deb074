import { type Browser, chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { baseUrl } from '../tests/e2e/addresses.ts';
import { prepareBrowser, quietArguments } from '../tests/e2e/browser.ts';
import { startProduct } from '../tests/e2e/start-product.ts';
import { measureSlowLoad } from './measure-slow-load.ts';
import { median } from './median.ts';

/** At the addresses that search engines are told; half of them in each language. Lighthouse scores no page with status 404. */
const publicPages = ['/?lang=so', '/use-cases?lang=en', '/privacy?lang=so', '/terms?lang=en'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const debuggingPort = 9333;
const bar = 95;

async function scorePage(page: string, rounds: number): Promise<void> {
  const scores = new Map<string, number[]>(categories.map((category) => [category, []]));
  for (let round = 0; round < rounds; round += 1) {
    const result = await lighthouse(`${baseUrl}${page}`, {
      port: debuggingPort,
      onlyCategories: [...categories],
      logLevel: 'error',
    });
    for (const category of categories) scores.get(category)?.push((result?.lhr.categories[category]?.score ?? 0) * 100);
  }
  const medians = categories.map((category) => `${category} ${median(scores.get(category) ?? [])}`);
  const isGood = [...scores.values()].every((values) => median(values) >= bar);
  console.log(`${page.padEnd(24)} ${medians.join(', ')}   bar ≥ ${bar} ${isGood ? '' : '← below'}`);
}

async function benchSlowLoad(browser: Browser): Promise<void> {
  const { paintedSeconds, interactiveSeconds, layoutShift } = await measureSlowLoad(browser, `${baseUrl}/?lang=so`);
  console.log(
    `400 kbit/s, 400 ms, 6× CPU: text painted ${paintedSeconds.toFixed(2)} s (bar ≤ 2), interactive ${interactiveSeconds.toFixed(2)} s (bar ≤ 6), CLS ${layoutShift.toFixed(3)} (bar ≤ 0.05)`,
  );
}

/** Lighthouse (mobile) on every public page, and the first load of the landing page on a slow phone with a slow line. */
export async function run([rounds = '5']: readonly string[]): Promise<void> {
  const stop = await startProduct();
  const browser = await chromium.launch(
    await prepareBrowser([...quietArguments, `--remote-debugging-port=${debuggingPort}`]),
  );
  try {
    console.log(`Chromium ${browser.version()}, median of ${rounds}`);
    await benchSlowLoad(browser);
    for (const page of publicPages) await scorePage(page, Number(rounds));
  } finally {
    await browser.close();
    stop();
  }
}
