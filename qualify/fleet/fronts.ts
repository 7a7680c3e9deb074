import { setTimeout as sleep } from 'node:timers/promises';
import { audioForm, makeRecording, upload } from '#tests/support/test-client.ts';
import { createWorld, gather } from './crowd.ts';
import { findFronts } from './front.ts';
import type { Person } from './person.ts';
import { demandCleanLogs } from './scan-logs.ts';
import { type Fleet, startFleet } from './start-fleet.ts';

/** Longer than the minute after which proxies give up, by their defaults. */
const workMilliseconds = 80_000;
const largestBytes = 52_428_000;
const tooManyBytes = 52_500_000;

function demand(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

/** Seconds until the first line, and until the last. */
async function readLive(fleet: Fleet, { token }: Person): Promise<{ first: number; last: number; end: string }> {
  const from = performance.now();
  const headers = { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' };
  const body = audioForm(makeRecording());
  const response = await fetch(`${fleet.base}/api/transcription/upload`, { method: 'POST', body, headers });
  let first = 0;
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    if (first === 0) first = (performance.now() - from) / 1000;
    text += chunk;
  }
  return { first, last: (performance.now() - from) / 1000, end: text.trim().split('\n').at(-1) ?? '' };
}

/** The two ways to wait, each for longer than a proxy is patient with silence by its defaults; the whole answer needs ours. */
async function demandLongAnswers(fleet: Fleet, one: Person, two: Person | undefined): Promise<string> {
  const from = performance.now();
  const waiting = two && upload(fleet.base, two.token, makeRecording());
  const [live, whole] = await Promise.all([readLive(fleet, one), waiting]);
  const seconds = (performance.now() - from) / 1000;
  demand(live.end.includes('"done"'), `the live answer ended in ${live.end.slice(0, 200)}`);
  demand(live.first < live.last / 2, `the first line came after ${live.first} of ${live.last} s: it was held back`);
  demand(!whole || whole.body.success, `the whole answer: ${whole?.status} ${whole?.body.code}`);
  demand(seconds > 75, `the work took only ${seconds} s`);
  return `live answer: first line after ${live.first.toFixed(1)} s, result after ${live.last.toFixed(1)}; whole answer: ${whole?.status ?? 'not asked for'}; all within ${seconds.toFixed(1)} s`;
}

/** What the shipped configurations promise beyond that. */
async function demandShipped(fleet: Fleet, one: Person, two: Person): Promise<string> {
  const [large, tooLarge] = await Promise.all([
    upload(fleet.base, one.token, makeRecording(largestBytes)),
    sleep(1_000).then(() => upload(fleet.base, two.token, makeRecording(tooManyBytes)).catch(() => undefined)),
  ]);
  demand(large.body.success, `50 MB: ${large.status} ${large.body.code}`);
  const refusal = tooLarge ? `${tooLarge.status} ${tooLarge.body.code}` : 'the line was closed';
  demand(refusal === '413 AUDIO_TOO_LARGE', `more than 50 MB: ${refusal}`);
  const metrics = await fetch(`${fleet.base}/metrics`);
  demand(metrics.status === 403 || metrics.status === 404, `/metrics is open: ${metrics.status}`);
  return `50 MB: ${large.status}; more than 50 MB: ${refusal}; /metrics: ${metrics.status}`;
}

async function tryFront(name: string): Promise<void> {
  process.env.FLEET_FRONT = name;
  const workerEnv = { SCRIPTED_WORK_MS: String(workMilliseconds), WORKER_CONCURRENCY: '4' };
  const fleet = await startFleet({ webs: 2, workers: 1, workerEnv });
  try {
    const people = await gather(fleet, createWorld(fleet, 300), 4, 10);
    const [one, two, three, four] = people;
    if (!one || !two || !three || !four) throw new Error('nobody came');
    const isShipped = !name.endsWith('-defaults');
    const found = await Promise.all([
      demandLongAnswers(fleet, one, isShipped ? two : undefined),
      ...(isShipped ? [demandShipped(fleet, three, four)] : []),
    ]);
    for (const line of found) console.log(`${name}: ${line}`);
    if (isShipped) console.log(await demandCleanLogs(fleet, people));
  } finally {
    await fleet.destroy();
  }
}

/** Every front that this machine has, as shipped and with its own defaults: large bodies, long silences, lines as they happen. */
export async function runFronts(): Promise<void> {
  const wanted = process.env.FLEET_FRONT;
  for (const name of wanted ? [wanted] : findFronts()) await tryFront(name);
}
