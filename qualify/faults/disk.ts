import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askServer } from '#server/admin/socket.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { createServerProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { call, makeRecording, readSession, signIn, signUp, uniqueEmail, upload } from '#tests/support/test-client.ts';

/** Needs root on Linux: it mounts disks of its own. */
const diskMegabytes = 160;
const frozenSeconds = 20;
const othersWaitMilliseconds = 5_000;

const run = (program: string, ...parameters: string[]) => execFileSync(program, parameters, { stdio: 'ignore' });

function mountDisk() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'disk-'));
  const image = `${folder}.img`;
  run('truncate', '-s', `${diskMegabytes}M`, image);
  run('mkfs.ext4', '-q', image);
  run('mount', '-o', 'loop', image, folder);
  return {
    folder,
    unmount() {
      run('umount', '-l', folder);
      rmSync(folder, { recursive: true, force: true });
      rmSync(image, { force: true });
    },
  };
}

/** To the last byte. */
function fill(folder: string): string {
  const file = path.join(folder, 'filler');
  const descriptor = openSync(file, 'w');
  for (let bytes = 1_048_576; bytes >= 1; ) {
    try {
      writeSync(descriptor, Buffer.alloc(bytes));
    } catch {
      bytes = Math.floor(bytes / 2);
    }
  }
  closeSync(descriptor);
  return file;
}

function demand(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

async function demandBalance(server: ServerProcess): Promise<void> {
  const answer = await askServer(server.dataDir, ['check']);
  demand(answer?.text === 'Every balance equals its ledger.', `the ledger: ${answer?.text}`);
}

const countOf = (statuses: readonly number[]): string =>
  [...new Set(statuses)].map((status) => `${statuses.filter((one) => one === status).length}×${status}`).join(' ');

/** Nothing is the visitor's fault, nobody is told of a bug, and all is well once there is room. */
async function fullDisk(): Promise<void> {
  const disk = mountDisk();
  const server = await createServerProcess({
    env: { DATA_DIR: path.join(disk.folder, 'data'), CONFIG: '{ "diskReserveBytes": 0 }' },
  });
  try {
    await server.start();
    const pid = server.pid;
    const { token } = await signIn(server.base);
    const filler = fill(disk.folder);
    demand(statfsSync(disk.folder).bavail === 0, 'the disk is not full');
    const uploads = await Promise.all(
      Array.from({ length: 10 }, () => upload(server.base, token, makeRecording(200_000))),
    );
    const signUps = await Promise.all(Array.from({ length: 40 }, () => signUp(server.base, uniqueEmail())));
    console.log(
      `full disk: uploads ${countOf(uploads.map(({ status }) => status))}; sign-ups ${countOf(signUps.map(({ status }) => status))}`,
    );
    const wrong = [...uploads, ...signUps].filter(({ status }) => ![200, 403, 429, 503, 507].includes(status));
    demand(
      wrong.length === 0,
      `answers that blame the visitor or a bug: ${countOf(wrong.map(({ status }) => status))}`,
    );
    rmSync(filler);
    demand((await signUp(server.base, uniqueEmail())).status === 200, 'no sign-up after there was room again');
    demand(
      (await upload(server.base, (await signIn(server.base)).token, makeRecording())).status === 200,
      'no upload after there was room again',
    );
    demand(server.pid === pid, 'the process died');
    await demandBalance(server);
    await killedOnFullDisk(server, token, disk.folder);
  } finally {
    await server.destroy();
    disk.unmount();
  }
}

/** The embedded database cannot recover without room: the start ends with a sentence, and the next one finds everything. */
async function killedOnFullDisk(server: ServerProcess, token: string, folder: string): Promise<void> {
  const filler = fill(folder);
  await server.kill();
  const refused = await server.start().then(
    () => '',
    ({ message }: Error) => message,
  );
  demand(/DATA_DIR .*MB left.*[Mm]ake room/s.test(refused), `a start on a full disk: ${refused}`);
  rmSync(filler);
  await server.start();
  demand((await readSession(server.base, token)).status === 200, 'a session is lost after a crash on a full disk');
  await demandBalance(server);
  console.log('killed on a full disk: does not start and says why; starts once there is room; nothing lost');
}

/** People who need nothing of a disk that stands still are answered meanwhile. */
async function frozenDisk(): Promise<void> {
  const disk = mountDisk();
  const postgres = await startPostgresServer();
  const dataDir = path.join(disk.folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const server = await createServerProcess({
    env: { DATA_DIR: dataDir, DATABASE_URL: await postgres.createDatabase(), CONFIG: '{ "diskReserveBytes": 0 }' },
  });
  let isFrozen = false;
  const thaw = () => {
    if (isFrozen) run('fsfreeze', '-u', disk.folder);
    isFrozen = false;
  };
  try {
    await server.start();
    const pid = server.pid;
    const people = await Promise.all(Array.from({ length: 8 }, () => signIn(server.base)));
    run('fsfreeze', '-f', disk.folder);
    isFrozen = true;
    const statuses: number[] = [];
    const stuck = people.flatMap(({ token }) =>
      [1, 2].map(() =>
        upload(server.base, token, makeRecording(100_000)).then(({ status }) => void statuses.push(status)),
      ),
    );
    const waits: number[] = [];
    for (const until = Date.now() + frozenSeconds * 1000; Date.now() < until; ) {
      const from = performance.now();
      const answers = await Promise.all([
        readSession(server.base, people[0]?.token ?? ''),
        call(server.base, '/api/health'),
        signUp(server.base, uniqueEmail()),
      ]);
      waits.push(performance.now() - from);
      demand(
        answers.every(({ status }) => status === 200),
        `others got ${countOf(answers.map(({ status }) => status))}`,
      );
      await sleep(200);
    }
    thaw();
    await Promise.all(stuck);
    console.log(
      `frozen disk: ${frozenSeconds} s, ${stuck.length} uploads ended in ${countOf(statuses)}; ` +
        `${waits.length} rounds of others, the slowest ${Math.max(...waits).toFixed(0)} ms (bar: ${othersWaitMilliseconds})`,
    );
    demand(Math.max(...waits) <= othersWaitMilliseconds, 'others waited too long');
    demand(
      statuses.every((status) => [200, 429, 503].includes(status)),
      'a stuck upload was called wrong',
    );
    demand(
      (await upload(server.base, (await signIn(server.base)).token, makeRecording())).status === 200,
      'no upload after the thaw',
    );
    demand(server.pid === pid, 'the process died');
    await demandBalance(server);
  } finally {
    thaw();
    await server.destroy();
    await postgres.destroy();
    disk.unmount();
  }
}

await fullDisk();
await frozenDisk();
console.log('PASS');
