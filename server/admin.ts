import './config/load-env-file.ts';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ConfigError } from '#platform/read-variables.ts';
import { type AdminAnswer, askServer } from './admin/socket.ts';
import { adminUsage } from './admin/usage.ts';
import { type Config, readConfig } from './config/config.ts';
import { explainStart } from './observability/describe-error.ts';

/** What is missing for commands to reach the same things as the servers: half of it would delete half of an account. */
function checkAdminConfig(config: Config, environment: NodeJS.ProcessEnv): void {
  const { databaseUrl, dataDir, s3 } = config;
  const hasDatabase = databaseUrl !== undefined || existsSync(path.join(dataDir, 'db'));
  if (!hasDatabase)
    throw new Error(
      `No server answers in ${dataDir}, and there is no database. Set DATABASE_URL, or DATA_DIR to the server's own folder; nothing was made.`,
    );
  const missing: string[] = [];
  if (!environment.SESSION_SECRET && !existsSync(path.join(dataDir, 'session-secret')))
    missing.push('SESSION_SECRET (addresses of deleted accounts are remembered under it)');
  if (!s3 && !existsSync(path.join(dataDir, 'storage')))
    missing.push('S3_ENDPOINT and its keys, or DATA_DIR with the recordings');
  if (missing.length > 0) throw new Error(`Set what the servers are set to: ${missing.join('; ')}. Nothing was done.`);
}

const actor = `${os.userInfo().username}@${os.hostname()}`;

async function answer(command: string[]): Promise<AdminAnswer> {
  const environment = process.env;
  const config = readConfig(environment, { makesSecret: false });
  const fromServer = await askServer(config.dataDir, command, actor);
  if (fromServer) return fromServer;
  checkAdminConfig(config, environment);
  // Loaded only here: asking a running server needs none of it.
  const { openDirectly } = await import('./wiring/adapters.ts');
  const opened = await openDirectly(config);
  try {
    return { isOk: true, ...(await opened.run(command, actor)) };
  } finally {
    await opened.close();
  }
}

const words = process.argv.slice(2).filter((word) => word !== '--json');
/** The server that does the work runs in another folder. */
const namesFolder = words[0] === 'corrections' && words[1] === 'export' && words[2] !== undefined;
const command = namesFolder ? words.with(2, path.resolve(words[2] ?? '')) : words;
const asJson = process.argv.includes('--json');
if (command.length === 0) {
  console.log(adminUsage);
  process.exit(1);
}
const { isOk, text, data } = await answer(command).catch((error: unknown): AdminAnswer => {
  return { isOk: false, text: error instanceof ConfigError ? error.message : explainStart(error) };
});
console.log(asJson ? JSON.stringify(isOk ? data : { error: text }) : text);
process.exit(isOk ? 0 : 1);
