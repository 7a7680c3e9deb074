import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findFreePort } from '#tests/support/find-free-port.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { createServerProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { startSmtpInbox } from '#tests/support/smtp-inbox.ts';
import { wideLimits } from '#tests/support/wide-limits.ts';
import { countingStatements, tellStatements } from '../count-statements.ts';
import { makeCertificate } from './certificate.ts';
import { startFront } from './front.ts';
import { layWire } from './wire.ts';

type Options = {
  webs?: number;
  workers?: number;
  /** Of every process; more for one kind in `workerEnv`. */
  env?: Record<string, string>;
  workerEnv?: Record<string, string>;
  /** The program of the workers; the scripted engine's without one. */
  workerEntry?: string;
  /** Of a PostgreSQL with all its programs; npm's has no pg_dump. */
  postgresFolder?: string | undefined;
  countsStatements?: boolean;
};

const secret = randomBytes(36).toString('base64url');

/** A password that is right while `isAccepted`. */
const mailPassword = { isAccepted: true };

/** Everything around the processes: database, store, mail and the wires to them. */
async function startSurroundings({ postgresFolder, countsStatements = false }: Options) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-'));
  const certificate = makeCertificate(folder);
  const postgres = await startPostgresServer(countsStatements ? countingStatements : '', postgresFolder);
  const databaseUrl = await postgres.createDatabase();
  if (countsStatements) await tellStatements(databaseUrl);
  const databaseWire = await layWire(Number(new URL(databaseUrl).port));
  const store = await startS3Server();
  const inbox = await startSmtpInbox(mailPassword);
  const wired = new URL(databaseUrl);
  wired.port = String(databaseWire.port);
  const smtp = new URL(inbox.url);
  smtp.username = 'fleet';
  smtp.password = 'the-mail-password-of-this-run';
  const port = await findFreePort();
  const env: Record<string, string> = {
    NODE_ENV: 'production',
    APP_URL: `https://localhost:${port}`,
    SESSION_SECRET: secret,
    DATABASE_URL: wired.href,
    SMTP_URL: smtp.href,
    ALLOW_PLAIN_SMTP: '1',
    MAIL_FROM: 'no-reply@tusaale.so',
    SUPPORT_EMAIL: 'support@tusaale.so',
    PROVIDER_NAME: 'Hodan, Muqdisho',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
    ...store.env,
    ...wideLimits,
  };
  return {
    folder,
    certificate,
    postgres,
    databaseUrl,
    databaseWire,
    store,
    inbox,
    mailPassword,
    port,
    env,
    secret,
    async destroy(): Promise<void> {
      await databaseWire.destroy();
      await inbox.stop();
      await store.stop();
      await postgres.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Web processes behind TLS and worker processes, over one database and one store. */
export async function startFleet(options: Options = {}) {
  const { webs = 2, workers = 3, env = {}, workerEnv = {}, workerEntry } = options;
  const around = await startSurroundings(options);
  const create = (role: 'web' | 'worker', more: Record<string, string> = {}, entry?: string) =>
    createServerProcess({
      ...(entry ? { entry } : {}),
      env: { ...around.env, ROLE: role, ...env, ...(role === 'worker' ? workerEnv : {}), ...more },
    });
  const web: ServerProcess[] = [];
  const worker: ServerProcess[] = [];
  for (let count = 0; count < webs; count += 1) web.push(await create('web'));
  for (let count = 0; count < workers; count += 1) worker.push(await create('worker', {}, workerEntry));
  const destroyProcesses = () => Promise.all([...web, ...worker].map((one) => one.destroy()));
  async function open() {
    // The first one brings the tables; the others come at once.
    await web[0]?.start();
    await Promise.all([...web.slice(1), ...worker].map((one) => one.start()));
    return startFront({ ...around, webPorts: web.map(({ base }) => Number(new URL(base).port)) });
  }
  // What has come up before something fails would run on.
  const front = await open().catch(async (error: unknown) => {
    await destroyProcesses();
    await around.destroy();
    throw error;
  });
  // Past the wire that is cut: what is checked is not what is tried.
  const database = new pg.Pool({ connectionString: around.databaseUrl, max: 4 });
  database.on('error', () => {});
  return {
    ...around,
    base: around.env.APP_URL ?? '',
    web,
    worker,
    front,
    database,
    create,
    async destroy(): Promise<void> {
      await database.end().catch(() => {});
      await front.stop();
      await destroyProcesses();
      await around.destroy();
    },
  };
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>;
