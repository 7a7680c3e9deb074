import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Config, readConfig } from '#server/config/config.ts';
import { createApp } from '#server/wiring/app.ts';
import { findFreePort } from './find-free-port.ts';
import { copyPgliteTemplate } from './pglite-template.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { createScriptedEngine } from './scripted-engine.ts';
import { type Counts, widenLimits } from './wide-limits.ts';

export const databaseKinds = ['PGlite', 'Postgres'] as const;

/** One PostgreSQL for a test file, started when it is first asked for. */
let server: Promise<PostgresServer> | undefined;
export const sharedPostgres = () => (server ??= startPostgresServer());
export const destroySharedPostgres = async () => (await server)?.destroy();

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
  database?: (typeof databaseKinds)[number];
  env?: Record<string, string>;
  limits?: Counts;
  /** In place of what the environment and the product's constants say. */
  config?: Partial<Config>;
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
  const environment = {
    ...widenLimits(options.limits),
    DATA_DIR: dataDir,
    PORT: String(port),
    WORKER_CONCURRENCY: '4',
    SHUTDOWN_GRACE_SECONDS: '1',
    SHARED_DATA_DIR: '1',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...options.env,
  };
  const webDir = options.webDir?.(dataDir) ?? path.join(dataDir, 'no-web');
  const config: Config = { ...readConfig(environment), webDir, ...options.config };
  const seen = { routes: [] as string[], logLines: [] as string[], printed: [] as string[] };
  const running = await createApp(config, {
    onRoute: (route) => seen.routes.push(route),
    createEngine: () => scripted.engine,
    clock,
    logger: { level: 'info', stream: { write: (line: string) => void seen.logLines.push(line) } },
    print: (line) => void seen.printed.push(line),
  });
  await running.http.listen({ port, host: '127.0.0.1' });
  async function destroy(): Promise<void> {
    await running.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const base = `http://127.0.0.1:${port}`;
  return { ...running, ...scripted, ...seen, base, port, clock, config, dataDir, databaseUrl, destroy };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;
