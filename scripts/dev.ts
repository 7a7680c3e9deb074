// npm run dev: the whole product on one port while you change it. Vite serves the web app with hot reload; behind it the
// server starts again with every change in server/, speech/, platform/ or shared/.
import '#server/config/load-env-file.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, createServer as listenOnce } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type Plugin } from 'vite';
import { choosePageLanguage } from '#server/http/read-request.ts';

const root = path.resolve(import.meta.dirname, '..');
const watched = ['server', 'speech', 'platform', 'shared'];
/** An editor writes a file in several steps, a branch switch many files. */
const settleMilliseconds = 150;
const probeMilliseconds = 100;

async function findFreePort(): Promise<number> {
  const probe = listenOnce().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Until something listens there; given up when `process` ends before. */
async function awaitListening(port: number, process: ChildProcess): Promise<void> {
  while (process.exitCode === null && process.signalCode === null) {
    const socket = connect(port, '127.0.0.1');
    const listens = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (listens) return;
    await sleep(probeMilliseconds);
  }
}

/** What is asked while the server starts waits for it. */
const holdRequests = (whenReady: () => Promise<void>): Plugin => ({
  name: 'hold-requests',
  configureServer: (vite) => {
    vite.middlewares.use('/api', (_request, _response, next) => whenReady().then(() => next(), next));
  },
});

/** Every page in the visitor's language, as the server would choose it. */
const pagesInLanguage: Plugin = {
  name: 'pages-in-language',
  configureServer: (vite) => () => {
    vite.middlewares.use(async (request, response, next) => {
      const address = request.originalUrl ?? '/';
      if (!request.headers.accept?.includes('text/html')) return next();
      const language = choosePageLanguage(request, new URL(address, 'http://localhost'));
      const template = await readFile(path.join(root, 'web/index.html'), 'utf8');
      const page = template.replace('<html lang="en">', `<html lang="${language}">`);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(await vite.transformIndexHtml(address, page));
    });
  },
};

function startServer(port: number, apiPort: number): ChildProcess {
  const appUrl = process.env.APP_URL ?? `http://localhost:${port}`;
  return spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: String(apiPort), HOST: '127.0.0.1', APP_URL: appUrl },
  });
}

function keepServerRunning(port: number, apiPort: number) {
  let child = startServer(port, apiPort);
  let ready = awaitListening(apiPort, child);
  let timer: NodeJS.Timeout | undefined;
  const end = async (signal?: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    if (signal) child.kill(signal);
    await ended;
  };
  const restart = async (file: string) => {
    console.log(`\n${file} changed: the server starts again`);
    await end('SIGTERM');
    child = startServer(port, apiPort);
    await awaitListening(apiPort, child);
  };
  const watchers = watched.map(
    (folder): FSWatcher =>
      watch(path.join(root, folder), { recursive: true }, (_, name) => {
        if (!name || !/\.(ts|json|sql)$/.test(name) || /\.test\.ts$/.test(name)) return;
        clearTimeout(timer);
        timer = setTimeout(() => {
          ready = ready.then(() => restart(path.join(folder, name)));
        }, settleMilliseconds);
      }),
  );
  return {
    whenReady: () => ready,
    async end(signal?: NodeJS.Signals): Promise<void> {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await end(signal);
    },
  };
}

const port = Number(process.env.PORT ?? 3000);
const apiPort = await findFreePort();
let whenReady = async () => {};
const vite = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  appType: 'custom',
  plugins: [holdRequests(() => whenReady()), pagesInLanguage],
  server: {
    port,
    // Its mails are development mails, which give anybody who asks the link to any account.
    host: '127.0.0.1',
    strictPort: true,
    proxy: { '/api': `http://127.0.0.1:${apiPort}` },
  },
});
await vite.listen().catch((error: Error) => {
  console.error(`${error.message}. Try another: PORT=${port + 1} npm run dev`);
  process.exit(1);
});
const server = keepServerRunning(port, apiPort);
whenReady = server.whenReady;

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isEnding) process.exit(1);
    isEnding = true;
    await vite.close();
    // Ctrl-C reaches the server by itself.
    await server.end(signal === 'SIGTERM' || !process.stdin.isTTY ? 'SIGTERM' : undefined);
    process.exit(0);
  });
}
