import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { createApp } from '#server/wiring/app.ts';
import { findFreePort } from './find-free-port.ts';
import { copyPgliteTemplate } from './pglite-template.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { createScriptedEngine } from './scripted-engine.ts';
import { wideLimits } from './wide-limits.ts';

export const databaseKinds = ['PGlite', 'Postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** One PostgreSQL for a test file, started when it is first asked for. */
let server: Promise<PostgresServer> | undefined;
export const sharedPostgres = () => (server ??= startPostgresServer());
export async function destroySharedPostgres(): Promise<void> {
  await (await server)?.destroy();
  server = undefined;
}

/** A clock that stands still until it is moved. */
export function createTestClock(start = Date.now()) {
  let now = start;
  return {
    now: () => new Date(now),
    advance(seconds: number) {
      now += seconds * 1000;
    },
  };
}

export type TestAppOptions = {
  database?: DatabaseKind;
  env?: Record<string, string>;
  script?: Parameters<typeof createScriptedEngine>[0];
  clock?: ReturnType<typeof createTestClock>;
  /** Makes a built web app in the test's folder. */
  webDir?: (dataDir: string) => string;
};

/** The whole server on a port of its own, in a folder of its own, with the scripted engine and a clock that tests move. */
export async function startTestApp(options: TestAppOptions = {}) {
  const dataDir = options.env?.DATA_DIR ?? mkdtempSync(path.join(os.tmpdir(), 'server-test-'));
  const port = await findFreePort();
  const databaseUrl = options.database === 'Postgres' ? await (await sharedPostgres()).createDatabase() : undefined;
  if (!databaseUrl && !options.env?.DATA_DIR) await copyPgliteTemplate(dataDir);
  const clock = options.clock ?? createTestClock();
  const scripted = createScriptedEngine(options.script);
  const logLines: string[] = [];
  const printed: string[] = [];
  const webDir = options.webDir?.(dataDir) ?? path.join(dataDir, 'no-web');
  const fromEnvironment = readConfig({
    ...wideLimits,
    DATA_DIR: dataDir,
    PORT: String(port),
    QUEUE_LIMIT: '1000',
    WORKER_CONCURRENCY: '4',
    SHUTDOWN_GRACE_SECONDS: '1',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...options.env,
  });
  const config = { ...fromEnvironment, webDir };
  const routes: string[] = [];
  const running = await createApp(config, {
    onRoute: (route) => routes.push(route),
    createEngine: () => scripted.engine,
    clock,
    logger: { level: 'info', stream: { write: (line: string) => void logLines.push(line) } },
    print: (line) => void printed.push(line),
  });
  await running.http.listen({ port, host: '127.0.0.1' });
  return {
    ...running,
    ...scripted,
    base: `http://127.0.0.1:${port}`,
    port,
    clock,
    config,
    dataDir,
    databaseUrl,
    routes,
    logLines,
    printed,
    async destroy() {
      await running.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;
