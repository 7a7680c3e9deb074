import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveTurns } from './turns.ts';

let app: FastifyInstance;
/** Reads that are worked on, each with what ends it. */
let open: (() => void)[];
let most: number;
/** How many quick reads each turn of the event loop has ended. */
let endedByTurn: number[];

beforeEach(async () => {
  [open, most, endedByTurn] = [[], 0, [0]];
  app = Fastify({ trustProxy: true });
  giveTurns(app);
  const work = async () => {
    await new Promise<void>((resolve) => {
      open.push(resolve);
      most = Math.max(most, open.length);
    });
    return 'done';
  };
  app.get('/work', work);
  app.post('/work', work);
  app.get('/quick', async () => {
    endedByTurn.push((endedByTurn.pop() ?? 0) + 1);
    return 'done';
  });
  app.get('/slow', (_, reply) => {
    const endless = new Readable({ read() {} });
    endless.push('begun');
    return reply.send(endless);
  });
  await app.ready();
});
afterEach(() => app.close());

const ask = (ip: string, method: 'GET' | 'HEAD' | 'POST' = 'GET', authorization = '', url = '/work') =>
  app.inject({ method, url, headers: { 'x-forwarded-for': ip, authorization } });
const untilOpen = (count: number) => expect.poll(() => open.length).toBe(count);
const statusesOf = async (answers: readonly Promise<{ statusCode: number }>[]) =>
  new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode));
/** Long enough for every place that is free to be free. */
async function restTurns(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
/** Ends all that are worked on, and those that follow them, until all are answered. */
async function endAll(answers: readonly Promise<{ statusCode: number }>[]): Promise<Set<number>> {
  const timer = setInterval(() => {
    for (const end of open.splice(0)) end();
  }, 1);
  return statusesOf(answers).finally(() => clearInterval(timer));
}

describe('reads', () => {
  it('of one address are worked on two at a time, and all are answered', async () => {
    const answers = Array.from({ length: 60 }, () => ask('192.0.2.1'));
    await untilOpen(2);
    expect([await endAll(answers), most]).toEqual([new Set([200]), 2]);
  });

  it('of one address have two places after a rest, too, and a HEAD takes one', async () => {
    for (const _ of [1, 2, 3]) {
      const answer = ask('192.0.2.1');
      await untilOpen(1);
      expect(await endAll([answer])).toEqual(new Set([200]));
      await restTurns();
    }
    const answers = [ask('192.0.2.1'), ask('192.0.2.1')];
    await untilOpen(2);
    open.shift()?.();
    await restTurns();
    answers.push(...Array.from({ length: 3 }, () => ask('192.0.2.1', 'HEAD')));
    await untilOpen(2);
    await restTurns();
    expect([open.length, await endAll(answers), most]).toEqual([2, new Set([200]), 2]);
  });

  it('of others do not wait for them, nor does what changes something', async () => {
    const answers = Array.from({ length: 12 }, () => ask('192.0.2.1'));
    await untilOpen(2);
    const others = [ask('192.0.2.2'), ask('192.0.2.1', 'POST')];
    await untilOpen(4);
    expect(await endAll([...answers, ...others])).toEqual(new Set([200]));
  });

  it('of one session are not waited for by others of its address', async () => {
    const greedy = Array.from({ length: 30 }, () => ask('192.0.2.1', 'GET', 'Bearer a'));
    await untilOpen(2);
    let isOther = false;
    const other = ask('192.0.2.1').then((answer) => {
      isOther = true;
      return answer;
    });
    for (const _ of [1, 2]) {
      for (const end of open.splice(0)) end();
      await untilOpen(2);
    }
    await expect.poll(() => isOther).toBe(true);
    expect(await endAll([other, ...greedy])).toEqual(new Set([200]));
  });

  it.each([
    ['together', 60],
    ['one after the other', 1],
  ])('that come %s leave room in the event loop for new connections, however quick they are', async (_, atATime) => {
    let isOver = false;
    const countTurn = () => {
      endedByTurn.push(0);
      if (!isOver) setImmediate(countTurn);
    };
    countTurn();
    for (let asked = 0; asked < 60; asked += atATime) {
      const answers = Array.from({ length: atATime }, () => ask('192.0.2.1', 'GET', '', '/quick'));
      expect(await statusesOf(answers)).toEqual(new Set([200]));
    }
    isOver = true;
    expect(Math.max(...endedByTurn)).toBeLessThanOrEqual(4);
    expect(endedByTurn.length).toBeGreaterThan(60);
  });

  it('with slow readers hold up no other of their address', async () => {
    const base = await app.listen({ port: 0, host: '127.0.0.1' });
    const control = new AbortController();
    const slow = await Promise.all(Array.from({ length: 8 }, () => fetch(`${base}/slow`, { signal: control.signal })));
    const answer = fetch(`${base}/work`);
    await untilOpen(1);
    open[0]?.();
    expect((await answer).status).toBe(200);
    control.abort();
    await Promise.allSettled(slow.map((one) => one.text()));
  });

  it('whose client hung up while they are worked on hand their turn on', async () => {
    const base = await app.listen({ port: 0, host: '127.0.0.1' });
    const control = new AbortController();
    const lost = Array.from({ length: 2 }, () => fetch(`${base}/work`, { signal: control.signal }));
    await untilOpen(2);
    control.abort();
    await Promise.allSettled(lost);
    const answer = fetch(`${base}/work`);
    await untilOpen(3);
    for (const end of open) end();
    expect((await answer).status).toBe(200);
  });

  it('whose client hung up in line are not worked on, and hand their turn on', async () => {
    const base = await app.listen({ port: 0, host: '127.0.0.1' });
    const first = Array.from({ length: 2 }, () => fetch(`${base}/work`).then((answer) => answer.status));
    await untilOpen(2);
    const control = new AbortController();
    const lost = Array.from({ length: 20 }, () => fetch(`${base}/work`, { signal: control.signal }));
    const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(22);
    control.abort();
    await Promise.allSettled(lost);
    await expect.poll(connections).toBe(2);
    const last = fetch(`${base}/work`).then((answer) => answer.status);
    await expect.poll(connections).toBe(3);
    const ends = open.splice(0);
    ends[0]?.();
    await untilOpen(1);
    for (const end of [...ends, ...open]) end();
    expect(await Promise.all([...first, last])).toEqual(Array(3).fill(200));
    expect(most).toBe(2);
  });
});
