import type { Browser, Page } from '@playwright/test';

type TraceEvent = {
  name: string;
  ts: number;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

const warmUpMilliseconds = 1_000;
const beginning = 'what is measured begins';

/** CPU time where the trace has it: on a busy machine the time on the wall measures the others. */
const lengthOf = ({ tdur, dur }: TraceEvent) => (tdur ?? dur ?? 0) / 1_000;

/** The longest task of any page's main thread while something is done, in milliseconds. */
export async function findLongestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata', 'blink.user_timing'] });
  await page.waitForTimeout(warmUpMilliseconds);
  // What was running until here belongs to the tracing and to whoever steers the page.
  await page.evaluate((mark) => void performance.mark(mark), beginning);
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const mainThreads = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = trace.traceEvents.filter((event) => event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)));
  const begun = trace.traceEvents.find(({ name }) => name === beginning)?.ts;
  if (tasks.length === 0 || begun === undefined) throw new Error('the trace holds no task, or not where they begin');
  return Math.max(...tasks.filter(({ ts }) => ts >= begun).map(lengthOf));
}
