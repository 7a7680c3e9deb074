import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Certificate } from './certificate.ts';
import { startRoundRobin } from './round-robin.ts';

const deployed = path.resolve(import.meta.dirname, '../../deploy');
const giveUpAfterMilliseconds = 30_000;

type Options = {
  folder: string;
  port: number;
  webPorts: readonly number[];
  certificate: Certificate;
  /** Where the web processes are; this machine without it. */
  host?: string;
  /** Which front; `FLEET_FRONT`, or the first that is installed, without it. */
  name?: string | undefined;
};
export type Front = {
  name: string;
  logFiles: readonly string[];
  setWebPorts(ports: readonly number[]): Promise<void>;
  stop(): Promise<void>;
};

const isInstalled = (program: string, flag: string) => spawnSync(program, [flag], { stdio: 'ignore' }).status === 0;

async function waitUntilAnswering(port: number, child: ChildProcess, logFile: string): Promise<void> {
  for (const until = Date.now() + giveUpAfterMilliseconds; ; ) {
    if (child.exitCode !== null) throw new Error(`the front ended: ${readFileSync(logFile, 'utf8').slice(-1000)}`);
    if (await fetch(`https://localhost:${port}/api/health`).catch(() => undefined)) return;
    if (Date.now() > until) throw new Error('the front does not answer');
    await sleep(50);
  }
}

function startProgram(command: readonly string[], logFile: string, env: Record<string, string> = {}): ChildProcess {
  const log = openSync(logFile, 'a');
  const [program = '', ...parameters] = command;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, parameters, { env: { PATH, HOME, ...env }, stdio: ['ignore', log, log] });
  process.once('exit', () => child.kill('SIGTERM'));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

type WriteSite = (options: Options, webPorts: readonly number[]) => string;

/** The shipped configuration, with this run's ports, files and names in the places that it says are to be changed. */
const writeShippedNginx: WriteSite = ({ folder, port, certificate, host = '127.0.0.1' }, webPorts) =>
  readFileSync(path.join(deployed, 'nginx/somali-speech.conf'), 'utf8')
    .replace(/server 127\.0\.0\.1:3000 (.*);/, (_line, rest) =>
      webPorts.map((one) => `server ${host}:${one} ${rest};`).join('\n'),
    )
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, '')
    .replace('    listen [::]:443 ssl http2;\n', '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('speech.example.org;', 'localhost;')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate.certificateFile};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${certificate.keyFile};`)
    .replaceAll('/var/log/nginx', folder);

/** The least that passes requests on: every time, size and buffer as nginx has them by itself. */
const writeBareNginx: WriteSite = ({ port, certificate }, webPorts) => `
  upstream webs { ${webPorts.map((one) => `server 127.0.0.1:${one};`).join(' ')} }
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${certificate.certificateFile};
    ssl_certificate_key ${certificate.keyFile};
    access_log off;
    location / { proxy_pass http://webs; }
  }`;

function nginxConfig(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${path.join(folder, name)};`)
    .join('\n');
  return `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx-start.log crit; worker_processes 1;
    events { worker_connections 4096; } http { ${temporary}\n${site} }`;
}

async function startNginx(options: Options, writeSite: WriteSite): Promise<Front> {
  const { folder, port } = options;
  const configFile = path.join(folder, 'nginx.conf');
  const logFile = path.join(folder, 'nginx-output.log');
  writeFileSync(configFile, nginxConfig(folder, writeSite(options, options.webPorts)));
  const child = startProgram(['nginx', '-p', folder, '-c', configFile], logFile);
  await waitUntilAnswering(port, child, logFile);
  const names = ['nginx-output.log', 'nginx-start.log', 'somali-speech.log', 'somali-speech-error.log'];
  return {
    name: 'nginx',
    logFiles: names.map((name) => path.join(folder, name)),
    async setWebPorts(webPorts) {
      writeFileSync(configFile, nginxConfig(folder, writeSite(options, webPorts)));
      child.kill('SIGHUP');
    },
    stop: () => end(child),
  };
}

/** Without root there is no port 80 to send people on from. */
const withoutPort80 = 'auto_https disable_redirects';

const writeShippedCaddy = () =>
  readFileSync(path.join(deployed, 'caddy/Caddyfile'), 'utf8').replace('admin off', `admin off\n\t${withoutPort80}`);

/** The least that passes requests on: every time and buffer as Caddy has them by itself. */
const bareCaddy = `{\n\tadmin off\n\t${withoutPort80}\n}\n{$SITE} {\n\t{$TLS}\n\treverse_proxy {$UPSTREAMS}\n}\n`;

async function startCaddy(options: Options, configuration: string): Promise<Front> {
  const { folder, port, certificate, webPorts, host = '127.0.0.1' } = options;
  const configFile = path.join(folder, 'Caddyfile');
  const logFile = path.join(folder, 'caddy.log');
  writeFileSync(configFile, configuration);
  const env = {
    SITE: `https://localhost:${port}`,
    TLS: `tls ${certificate.certificateFile} ${certificate.keyFile}`,
    UPSTREAMS: webPorts.map((one) => `${host}:${one}`).join(' '),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const child = startProgram(['caddy', 'run', '--config', configFile, '--adapter', 'caddyfile'], logFile, env);
  await waitUntilAnswering(port, child, logFile);
  const setWebPorts = () => Promise.reject(new Error('this front is not told of other ports'));
  return { name: 'Caddy', logFiles: [logFile], setWebPorts, stop: () => end(child) };
}

const hasNginx = () => isInstalled('nginx', '-v');
const hasCaddy = () => isInstalled('caddy', 'version');

const fronts: Record<string, { isThere: () => boolean; start: (options: Options) => Promise<Front> }> = {
  nginx: { isThere: hasNginx, start: (options) => startNginx(options, writeShippedNginx) },
  caddy: { isThere: hasCaddy, start: (options) => startCaddy(options, writeShippedCaddy()) },
  node: { isThere: () => true, start: startRoundRobin },
  'nginx-defaults': { isThere: hasNginx, start: (options) => startNginx(options, writeBareNginx) },
  'caddy-defaults': { isThere: hasCaddy, start: (options) => startCaddy(options, bareCaddy) },
};

/** The names of those that this machine has. */
export const findFronts = (): string[] => Object.keys(fronts).filter((name) => fronts[name]?.isThere());

/** TLS in front of the web processes: nginx or Caddy where this machine has one, by the shipped configuration. */
export async function startFront(options: Options): Promise<Front> {
  mkdirSync(options.folder, { recursive: true });
  const wanted = options.name ?? process.env.FLEET_FRONT;
  const found = wanted ? fronts[wanted] : Object.values(fronts).find(({ isThere }) => isThere());
  if (!found?.isThere()) throw new Error(`${wanted} cannot be the front: nginx, caddy or node, if it is installed`);
  return found.start(options);
}
