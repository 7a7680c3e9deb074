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

/** CPU time where the trace has it: on a busy machine the time on the wall measures the others. */
const lengthOf = ({ tdur, dur }: TraceEvent) => (tdur ?? dur ?? 0) / 1_000;

/** The longest task of any page's main thread while something is done, in milliseconds. */
export async function findLongestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await page.waitForTimeout(warmUpMilliseconds);
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const mainThreads = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = trace.traceEvents.filter((event) => event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)));
  // The first ones are the tracing's own.
  const begun = Math.min(...tasks.map(({ ts }) => ts)) + warmUpMilliseconds * 1_000;
  if (tasks.length === 0) throw new Error('the trace holds no task');
  return Math.max(...tasks.filter(({ ts }) => ts >= begun).map(lengthOf));
}
