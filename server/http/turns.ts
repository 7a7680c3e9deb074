import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasHungUp } from './answer-failure.ts';
import { clientAddressOf } from './read-request.ts';

/** Reads of one address that are worked on at once; the next ones wait in line. More gain nothing on one thread. */
const atOnce = 2;
/** Between an answer and the next read in its place; each accepts one connection, empty ones take microseconds. */
const loopTurnsBetween = 8;

/** Reads that wait, by the caller's header: a whole class may stand behind one address. */
type Line = { underWay: number; waiting: Map<string, (() => void)[]> };

function waitIn({ waiting }: Line, caller: string): Promise<void> {
  const reads = waiting.get(caller) ?? [];
  waiting.set(caller, reads);
  return new Promise((resolve) => void reads.push(resolve));
}

/** Callers take turns, however many reads of one wait; all without a session are one caller. */
function takeNext({ waiting }: Line): (() => void) | undefined {
  const [first] = waiting;
  if (!first) return undefined;
  const [caller, reads] = first;
  const next = reads.shift();
  waiting.delete(caller);
  if (reads.length > 0) waiting.set(caller, reads);
  return next;
}

function runAfterTurns(count: number, work: () => void): void {
  setImmediate(count > 1 ? () => runAfterTurns(count - 1, work) : work);
}

/** Gives each address a few turns at a time. A read holds its turn until its answer begins to leave, however slow its reader. */
export function giveTurns(app: FastifyInstance): void {
  const lines = new Map<string, Line>();
  const turns = new WeakMap<FastifyRequest, () => void>();

  function passOn(key: string, line: Line): void {
    const next = takeNext(line);
    if (next) return void next();
    line.underWay -= 1;
    if (line.underWay === 0) lines.delete(key);
  }

  function holdTurn(key: string, line: Line): () => void {
    let isOver = false;
    return () => {
      if (!isOver) runAfterTurns(loopTurnsBetween, () => passOn(key, line));
      isOver = true;
    };
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const key = clientAddressOf(request);
    const line = lines.get(key) ?? { underWay: 0, waiting: new Map() };
    lines.set(key, line);
    if (line.underWay < atOnce) line.underWay += 1;
    else await waitIn(line, request.headers.authorization ?? '');
    if (!hasHungUp(request)) {
      const end = holdTurn(key, line);
      turns.set(request, end);
      reply.raw.once('close', end);
      return;
    }
    passOn(key, line);
    reply.hijack();
    return reply;
  });
  app.addHook('onSend', async (request) => turns.get(request)?.());
}
