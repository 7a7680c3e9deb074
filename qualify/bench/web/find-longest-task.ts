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

/** The longest task of any page's main thread during each of several acts, one after the other, in milliseconds. */
export async function findLongestTasks(
  browser: Browser,
  page: Page,
  acts: readonly (() => Promise<void>)[],
): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata', 'blink.user_timing'] });
  await page.waitForTimeout(warmUpMilliseconds);
  // What was running until here belongs to the tracing and to whoever steers the page.
  for (const act of acts) {
    await page.evaluate((mark) => void performance.mark(mark), beginning);
    await act();
  }
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const mainThreads = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = trace.traceEvents.filter((event) => event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)));
  const begun = trace.traceEvents.filter(({ name }) => name === beginning).map(({ ts }) => ts);
  if (tasks.length === 0 || begun.length !== acts.length) throw new Error('the trace lacks tasks, or where acts begin');
  return begun.map((from, at) => {
    const until = begun[at + 1] ?? Number.POSITIVE_INFINITY;
    return Math.max(...tasks.filter(({ ts }) => ts >= from && ts < until).map(lengthOf));
  });
}
