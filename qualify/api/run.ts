// npm run qualify -- api [api|v1]: asks the API what its own description says may be asked, and the rest, too
// (Schemathesis, a property-based tester); all, or what is below one path.
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openKey } from '#qualify/programs/open-key.ts';
import { findFreePort } from '#tests/support/find-free-port.ts';
import { signIn } from '#tests/support/test-client.ts';
import { wideLimits } from '#tests/support/wide-limits.ts';

const version = '4.32.5';
const root = path.resolve(import.meta.dirname, '../..');
const environment = path.join(root, 'node_modules/.cache', `schemathesis-${version}`);
const examples = '50';
/** They end the session that they are asked with: each has one of its own. */
const ending = ['logOut', 'endSession', 'endEverySession', 'deleteAccount'];

/** The first use installs it, so that `npm ci` need not; it needs Python. */
function openTester(): string {
  const program = path.join(environment, 'bin/st');
  if (existsSync(program)) return program;
  console.log(`Installing schemathesis ${version}…`);
  execFileSync('python3', ['-m', 'venv', environment], { stdio: 'inherit' });
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${version}`];
  execFileSync(path.join(environment, 'bin/python'), install, { stdio: 'inherit' });
  return program;
}

async function startServer() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'qualify-api-'));
  const port = await findFreePort();
  const env = { ...process.env, ...wideLimits, DATA_DIR: dataDir, PORT: String(port), SCRIPTED_WORK_MS: '10' };
  const child = fork(path.join(root, 'tests/support/start-scripted.ts'), { env, silent: true });
  child.stderr?.pipe(process.stderr);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => String(chunk).includes('ready') && resolve());
    child.once('exit', () => reject(new Error('the server did not start')));
  });
  return {
    base: `http://127.0.0.1:${port}`,
    dataDir,
    async end() {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function ask(base: string, token: string, choice: readonly string[]): boolean {
  const args = [
    ...['--config-file', path.join(import.meta.dirname, 'schemathesis.toml'), 'run', `${base}/api/openapi.json`],
    ...['--checks', 'all', '--max-examples', examples, '--continue-on-failure', '--no-color', '--seed', '1'],
    ...['--header', `Authorization: Bearer ${token}`, ...choice],
  ];
  return spawnSync(openTester(), args, { stdio: 'inherit', cwd: os.tmpdir() }).status === 0;
}

const server = await startServer();
try {
  const { base } = server;
  // Before the first question: what asks blocks this process, and the server closes connections that stand still.
  // Two accounts: what asks with the session ends that account's keys.
  const [{ token }, { key }] = [await openKey(server), await openKey(server)];
  const own = await Promise.all(ending.map(async (name) => ({ name, ...(await signIn(base)) })));
  const excluded = ending.flatMap((name) => ['--exclude-operation-id', name]);
  const [part] = process.argv.slice(2);
  const answers = [
    part === 'v1' || ask(base, token, [...excluded, '--exclude-path-regex', '^/v1/']),
    ...own.map(({ name, token }) => part === 'v1' || ask(base, token, ['--include-operation-id', name])),
    part === 'api' || ask(base, key, ['--include-path-regex', '^/v1/']),
  ];
  if (answers.includes(false)) process.exitCode = 1;
} finally {
  await server.end();
}
