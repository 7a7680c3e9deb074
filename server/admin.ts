import './config/load-env-file.ts';
import os from 'node:os';
import { checkAdminConfig, IncompleteConfig } from './admin/check-admin-config.ts';
import { type AdminAnswer, askServer } from './admin/socket.ts';
import { adminUsage } from './admin/usage.ts';
import { readConfig } from './config/config.ts';
import { ConfigError } from './config/read-variables.ts';
import { explainStart } from './observability/describe-error.ts';

const actor = `${os.userInfo().username}@${os.hostname()}`;

/** The server in DATA_DIR where one runs; else the database itself. */
async function answer(command: string[]): Promise<AdminAnswer> {
  const environment = process.env;
  const config = readConfig(environment, { makesSecret: false });
  const fromServer = await askServer(config.dataDir, command, actor);
  if (fromServer) return fromServer;
  checkAdminConfig(config, environment);
  // Loaded only here: asking a running server needs none of it.
  const { openDirectly } = await import('./wiring/open-admin-commands.ts');
  const opened = await openDirectly(config);
  try {
    return { isOk: true, ...(await opened.run(command, actor)) };
  } finally {
    await opened.close();
  }
}

const isOurs = (error: unknown) =>
  error instanceof ConfigError ||
  error instanceof IncompleteConfig ||
  (error instanceof Error && error.constructor === Error);

const command = process.argv.slice(2).filter((word) => word !== '--json');
const asJson = process.argv.includes('--json');
if (command.length === 0) {
  console.log(adminUsage);
  process.exit(1);
}
const given = await answer(command).catch((error: unknown): AdminAnswer => {
  return { isOk: false, text: isOurs(error) ? (error as Error).message : `Cannot do it: ${explainStart(error)}` };
});
const { isOk, text, data } = given;
console.log(asJson ? JSON.stringify(isOk ? data : { error: text }) : text);
process.exit(isOk ? 0 : 1);
