import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';

/** Settings that would work on something else than the service does. */
export class IncompleteConfig extends Error {}

/** What is missing for commands to reach the same things as the servers: half of it would delete half of an account. */
export function checkAdminConfig(config: Config, environment: NodeJS.ProcessEnv): void {
  const { databaseUrl, dataDir, s3 } = config;
  const hasDatabase = databaseUrl !== undefined || existsSync(path.join(dataDir, 'db'));
  if (!hasDatabase)
    throw new IncompleteConfig(
      `No server answers in ${dataDir}, and there is no database. Set DATABASE_URL, or DATA_DIR to the server's own folder; nothing was made.`,
    );
  const missing: string[] = [];
  if (!environment.SESSION_SECRET && !existsSync(path.join(dataDir, 'session-secret')))
    missing.push('SESSION_SECRET (addresses of deleted accounts are remembered under it)');
  if (!s3 && !existsSync(path.join(dataDir, 'storage')))
    missing.push('S3_ENDPOINT and its keys, or DATA_DIR with the recordings');
  if (missing.length > 0)
    throw new IncompleteConfig(`Set what the servers are set to: ${missing.join('; ')}. Nothing was done.`);
}
