import type { Browser } from '@playwright/test';

export type SlowLoad = {
  /** First contentful paint, which is text: there are no images above the fold that come from the network. */
  paintedSeconds: number;
  /** When the last long task ended before the page could answer, popup included. */
  interactiveSeconds: number;
  layoutShift: number;
};

/** design.md §7's slow phone. */
const kilobitsPerSecond = 400;
const latencyMilliseconds = 400;
const cpuSlowdown = 6;
/** The popup comes two seconds after a first visit; this is long enough for it and its script. */
const watchMilliseconds = 12_000;

const observer = `
  window.figures = { painted: 0, interactive: 0, shift: 0 };
  new PerformanceObserver((list) => { for (const e of list.getEntriesByName('first-contentful-paint')) window.figures.painted = e.startTime; }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.figures.interactive = Math.max(window.figures.interactive, e.startTime + e.duration); }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.figures.shift += e.value; }).observe({ type: 'layout-shift', buffered: true });
`;

/** Loads a page as a first visit on the slow phone and watches it through the sign-up popup. */
export async function measureSlowLoad(browser: Browser, url: string): Promise<SlowLoad> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const bytesPerSecond = (kilobitsPerSecond * 1000) / 8;
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMilliseconds,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(observer);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(watchMilliseconds);
  const figures = await page.evaluate<{ painted: number; interactive: number; shift: number }>('window.figures');
  await context.close();
  const interactive = Math.max(figures.interactive, figures.painted);
  return { paintedSeconds: figures.painted / 1000, interactiveSeconds: interactive / 1000, layoutShift: figures.shift };
}
