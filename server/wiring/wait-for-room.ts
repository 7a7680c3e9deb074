import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyServerOptions } from 'fastify';
import { isApiPath } from '#shared/contract/endpoint.ts';
import type { Config } from '../config/config.ts';
import { findLackOfRoom } from '../config/data-folder.ts';
import { Failure } from '../core/failure.ts';
import { buildServer } from '../http/build-server.ts';
import { serveWebPages } from '../http/web-pages.ts';

const lookAgainSeconds = 10;

type Options = {
  logger: FastifyServerOptions['logger'] & object;
  tell?: (sentence: string) => void;
  look?: (folder: string) => Promise<string | undefined>;
  pause?: () => Promise<unknown>;
};

/**
 * An embedded database that was killed on a full disk cannot recover before there is room. Until then the pages can be
 * read, every call is answered with `UNAVAILABLE`, and the operator is told; then the start goes on.
 */
export async function waitForRoom(config: Config, options: Options): Promise<void> {
  const { logger, tell = console.error, look = findLackOfRoom, pause = () => sleep(lookAgainSeconds * 1000) } = options;
  const problem = config.databaseUrl ? undefined : await look(config.dataDir);
  if (!problem) return;
  tell(`${problem} Until then the pages can be read, and nothing else works.`);
  const http = buildServer(config, logger);
  http.addHook('onRequest', async ({ url }) => {
    if (isApiPath(url)) throw new Failure('UNAVAILABLE', { retryAfterSeconds: lookAgainSeconds });
  });
  serveWebPages(http, config);
  await http.listen({ port: config.port, host: config.host });
  while (await look(config.dataDir)) await pause();
  await http.close();
}
