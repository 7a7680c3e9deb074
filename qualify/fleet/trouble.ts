import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { findBackends } from './costs.ts';
import type { Fleet } from './start-fleet.ts';

const one = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('there is none');
  return found;
};

async function killAndStart(server: ServerProcess, deadSeconds: number): Promise<void> {
  await server.kill();
  await sleep(deadSeconds * 1000);
  await server.start();
}

/** A backend may have ended since it was seen. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

async function freeze(server: ServerProcess, seconds: number): Promise<void> {
  process.kill(server.pid, 'SIGSTOP');
  await sleep(seconds * 1000);
  process.kill(server.pid, 'SIGCONT');
}

async function away(part: { stop(): Promise<unknown>; start(): Promise<unknown> }, seconds: number): Promise<void> {
  await part.stop();
  await sleep(seconds * 1000);
  await part.start();
}

const findDatabase = ({ databaseUrl }: Fleet) => findBackends(new URL(databaseUrl).port);

/** All its processes at once: a new one does not start while an old one lives. */
async function killDatabase(fleet: Fleet): Promise<void> {
  for (const pid of findDatabase(fleet)) signalIfThere(pid, 'SIGKILL');
  await sleep(3_000);
  await fleet.postgres.start();
}

async function freezeDatabase(fleet: Fleet, seconds: number): Promise<void> {
  const pids = findDatabase(fleet);
  for (const pid of pids) signalIfThere(pid, 'SIGSTOP');
  await sleep(seconds * 1000);
  for (const pid of pids) signalIfThere(pid, 'SIGCONT');
}

type Trouble = [what: string, make: (fleet: Fleet, round: number) => Promise<void>];

const troubles: readonly Trouble[] = [
  ['kill -9 of a worker', ({ worker }, round) => killAndStart(one(worker, round), 3)],
  ['kill -9 of a web process', ({ web }, round) => killAndStart(one(web, round), 3)],
  ['every connection to Postgres cut', async ({ databaseWire }) => void databaseWire.cut()],
  ['a worker frozen for 25 s', ({ worker }, round) => freeze(one(worker, round + 1), 25)],
  ['Postgres away for 6 s', ({ postgres }) => away(postgres, 6)],
  ['a web process frozen for 12 s', ({ web }, round) => freeze(one(web, round), 12)],
  ['kill -9 of Postgres', killDatabase],
  ['Postgres frozen for 8 s', (fleet) => freezeDatabase(fleet, 8)],
  ['the store away for 10 s', ({ store }) => away(store, 10)],
  ['the mail server away for 5 s', ({ inbox }) => away(inbox, 5)],
  [
    'the mail password wrong for 8 s',
    async ({ mailPassword }) => {
      mailPassword.isAccepted = false;
      await sleep(8_000);
      mailPassword.isAccepted = true;
    },
  ],
  [
    'kill -9 of a worker and a web process at once',
    async ({ worker, web }, round) => {
      await Promise.all([killAndStart(one(worker, round + 2), 3), killAndStart(one(web, round + 1), 3)]);
    },
  ],
  ['every connection to Postgres cut again', async ({ databaseWire }) => void databaseWire.cut()],
];

const pauseSeconds = 3;

/** One after the other, at least once all of them, until the people have what they came for. */
export async function makeTrouble(fleet: Fleet, isOver: () => boolean): Promise<number> {
  let made = 0;
  for (let round = 0; round === 0 || !isOver(); round += 1) {
    for (const [what, make] of troubles) {
      if (round > 0 && isOver()) break;
      console.log(`  ${what}`);
      await make(fleet, round);
      made += 1;
      await sleep(pauseSeconds * 1000);
    }
  }
  return made;
}
