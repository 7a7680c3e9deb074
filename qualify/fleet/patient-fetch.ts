import { setTimeout as sleep } from 'node:timers/promises';

const pauseMilliseconds = 1_000;
const longestPauseMilliseconds = 10_000;
const passing = new Set([429, 502, 503, 504]);

export type Tally = Record<string, number>;

export const count = (tally: Tally, what: string): void => {
  tally[what] = (tally[what] ?? 0) + 1;
};

type Options = { base: string; until: number; tally: Tally };

/** As a person does: once more when the line broke or the service asks for patience, until the time is over. */
export async function fetchPatiently(
  path: string,
  makeRequest: () => RequestInit,
  { base, until, tally }: Options,
): Promise<{ status: number; text: string }> {
  for (;;) {
    let pause = pauseMilliseconds;
    try {
      const response = await fetch(`${base}${path}`, makeRequest());
      const text = await response.text();
      if (!passing.has(response.status)) return { status: response.status, text };
      count(tally, `${response.status}`);
      pause = Math.min(longestPauseMilliseconds, 1_000 * Number(response.headers.get('retry-after') ?? 1));
    } catch {
      count(tally, 'broken line');
    }
    if (Date.now() > until) throw new Error(`${path.split('/').slice(0, 4).join('/')}: no answer in time`);
    await sleep(pause);
  }
}
