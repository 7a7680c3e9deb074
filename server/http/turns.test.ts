import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveTurns } from './turns.ts';

let app: FastifyInstance;
/** Reads that are worked on, each with what ends it. */
let open: (() => void)[];
let most: number;
const begun = new EventEmitter();

beforeEach(async () => {
  [open, most] = [[], 0];
  app = Fastify({ trustProxy: true });
  giveTurns(app);
  const work = async () => {
    await new Promise<void>((resolve) => {
      open.push(resolve);
      most = Math.max(most, open.length);
      begun.emit('begun');
    });
    return 'done';
  };
  app.get('/work', work);
  app.post('/work', work);
  app.get('/slow', (_, reply) => {
    const endless = new Readable({ read() {} });
    endless.push('begun');
    return reply.send(endless);
  });
  await app.ready();
});
afterEach(() => app.close());

const ask = (ip: string, method: 'GET' | 'POST' = 'GET', authorization = '') =>
  app.inject({ method, url: '/work', headers: { 'x-forwarded-for': ip, authorization } });
const untilOpen = (count: number) => expect.poll(() => open.length).toBe(count);

describe('reads', () => {
  it('of one address are worked on eight at a time, in their order, and all are answered', async () => {
    const answers = Array.from({ length: 60 }, () => ask('192.0.2.1'));
    await untilOpen(8);
    while (open.length > 0) {
      open.shift()?.();
      await Promise.race([new Promise((resolve) => begun.once('begun', resolve)), new Promise(setImmediate)]);
      await new Promise(setImmediate);
    }
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect([new Set(statuses), most]).toEqual([new Set([200]), 8]);
  });

  it('of others do not wait for them, nor does what changes something', async () => {
    const answers = Array.from({ length: 12 }, () => ask('192.0.2.1'));
    await untilOpen(8);
    const others = [ask('192.0.2.2'), ask('192.0.2.1', 'POST')];
    await untilOpen(10);
    for (let round = 0; round < 3; round += 1) {
      for (const end of open.splice(0)) end();
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    }
    await expect.poll(() => open.splice(0).map((end) => end()).length).toBe(0);
    const statuses = (await Promise.all([...answers, ...others])).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('of one session are not waited for by others of its address', async () => {
    const greedy = Array.from({ length: 30 }, () => ask('192.0.2.1', 'GET', 'Bearer a'));
    await untilOpen(8);
    let isOther = false;
    const other = ask('192.0.2.1').then((answer) => {
      isOther = true;
      return answer;
    });
    await new Promise(setImmediate);
    for (const end of open.splice(0)) end();
    await untilOpen(8);
    for (const end of open.splice(0)) end();
    await expect.poll(() => isOther).toBe(true);
    await expect.poll(() => open.splice(0).map((end) => end()).length).toBe(0);
    expect((await Promise.all([other, ...greedy])).map(({ statusCode }) => statusCode)).toEqual(Array(31).fill(200));
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

  it('whose client hung up in line are not worked on, and hand their turn on', async () => {
    const base = await app.listen({ port: 0, host: '127.0.0.1' });
    const first = Array.from({ length: 8 }, () => fetch(`${base}/work`).then((answer) => answer.status));
    await untilOpen(8);
    const control = new AbortController();
    const lost = Array.from({ length: 20 }, () => fetch(`${base}/work`, { signal: control.signal }));
    const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(28);
    control.abort();
    await Promise.allSettled(lost);
    await expect.poll(connections).toBe(8);
    const last = fetch(`${base}/work`).then((answer) => answer.status);
    await expect.poll(connections).toBe(9);
    const ends = open.splice(0);
    ends[0]?.();
    await untilOpen(1);
    for (const end of [...ends, ...open]) end();
    expect(await Promise.all([...first, last])).toEqual(Array(9).fill(200));
    expect(most).toBe(8);
  });
});
