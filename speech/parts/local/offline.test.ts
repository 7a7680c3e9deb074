import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { InferenceProcess } from './inference-process.ts';

const translatorFolder = fileURLToPath(new URL('../../../tests/fixtures/models/tiny-translator', import.meta.url));
const detectorFolder = fileURLToPath(new URL('../../../models/detector', import.meta.url));
const translator = { name: 'tiny', folder: translatorFolder };
const detector = { name: 'silero', folder: detectorFolder };
const models = { detector, recogniser: null, translator };
const hasProc = existsSync('/proc/self/environ');

/** Ends the process at the first attempt to look up or contact anything, or to write a file or start a program. */
const tripwire = `
  import dgram from 'node:dgram'; import dns from 'node:dns'; import net from 'node:net';
  const trip = () => process.kill(process.pid, 'SIGABRT');
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) dns[name] = dns.promises[name] = trip;
  net.Socket.prototype.connect = net.connect = net.createConnection = dgram.createSocket = trip;
`;
const withTripwire = [`--import=data:text/javascript,${encodeURIComponent(tripwire)}`];

let inference: InferenceProcess | undefined;
afterEach(() => inference?.close());

/** Kernel numbers of the sockets that a process holds. */
function listSockets(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
    } catch {
      return [];
    }
  });
}

/** Kernel numbers of all sockets on this machine that speak to a network. */
function listNetworkSockets(): Set<string> {
  const tables = ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6', 'icmp'].map((name) => `/proc/net/${name}`);
  const lines = tables.filter((table) => existsSync(table)).flatMap((table) => readFileSync(table, 'utf8').split('\n'));
  return new Set(lines.map((line) => line.trim().split(/\s+/)[9] ?? ''));
}

describe('the inference child', () => {
  it('loads and works with every door to a network wired to a trap', async () => {
    inference = new InferenceProcess({ models, threads: 1, extraNodeArguments: withTripwire });
    await inference.ready;
    expect((await inference.run('translator', 'Subax wanaagsan.')).text).not.toBe('');
  });

  it('would be caught if it did: the trap works', async () => {
    const calling = `${tripwire}; setImmediate(() => net.connect(9, '127.0.0.1'));`;
    const extraNodeArguments = [`--import=data:text/javascript,${encodeURIComponent(calling)}`];
    inference = new InferenceProcess({ models, threads: 1, extraNodeArguments });
    await expect(inference.ready).rejects.toMatchObject({ detail: expect.stringContaining('SIGABRT') });
  });

  it.runIf(hasProc)(
    'has telemetry off, none of the server’s secrets, and no network socket while it works',
    async () => {
      process.env.SESSION_SECRET = 'not for the child';
      inference = new InferenceProcess({ models, threads: 1 });
      await inference.ready;
      const pid = inference.pid ?? 0;
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      expect(environment).toContain('ORT_DISABLE_TELEMETRY=1');
      expect(environment.join()).not.toContain('not for the child');
      let isWorking = true;
      const work = inference.run('translator', 'Caruurtu waxay aadeen dugsiga, laakiin macallinku ma imaan.');
      const watch = (async () => {
        const seen = new Set<string>();
        while (isWorking) {
          const network = listNetworkSockets();
          for (const socket of listSockets(pid)) if (network.has(socket)) seen.add(socket);
          await new Promise(setImmediate);
        }
        return seen;
      })();
      await work.finally(() => {
        isWorking = false;
      });
      expect((await watch).size).toBe(0);
      delete process.env.SESSION_SECRET;
    },
  );

  /** Ends the child before it loads anything, unless each of these acts is refused. */
  function demandRefusal(...acts: string[]): string[] {
    const script = `
      import fs from 'node:fs'; import { spawn } from 'node:child_process'; import { Worker } from 'node:worker_threads';
      const isRefused = (act) => { try { act(); return false; } catch (error) { return error.code === 'ERR_ACCESS_DENIED'; } };
      for (const act of [${acts.map((act) => `() => ${act}`).join(', ')}]) if (!isRefused(act)) process.exit(3);
    `;
    return [`--import=data:text/javascript,${encodeURIComponent(script)}`];
  }

  it('may not write files, start programs or threads', async () => {
    const file = JSON.stringify(path.join(import.meta.dirname, 'never-written'));
    const acts = [`fs.writeFileSync(${file}, '')`, `spawn('true')`, `new Worker('1', { eval: true })`];
    inference = new InferenceProcess({ models, threads: 1, extraNodeArguments: demandRefusal(...acts) });
    await expect(inference.ready).resolves.toBeUndefined();
  });

  it('reads its models and its code, and nothing else: no secret, no data, no other user', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'offline-'));
    const secret = path.join(folder, 'session-secret');
    await writeFile(secret, 'a secret', { mode: 0o600 });
    const root = path.join(import.meta.dirname, '../../..');
    const files = [secret, '/etc/passwd', '/proc/self/environ', path.join(root, 'server/wiring/app.ts')];
    const acts = files.map((file) => `fs.readFileSync(${JSON.stringify(file)})`);
    for (const listed of [root, folder, tmpdir()]) acts.push(`fs.readdirSync(${JSON.stringify(listed)})`);
    inference = new InferenceProcess({ models, threads: 1, extraNodeArguments: demandRefusal(...acts) });
    await expect(inference.ready).resolves.toBeUndefined();
    await rm(folder, { recursive: true });
  });

  it('would be caught if it could: the demand fails where the act is allowed', async () => {
    const allowed = `fs.readFileSync(${JSON.stringify(path.join(detectorFolder, 'silero-vad-v6.onnx'))})`;
    inference = new InferenceProcess({ models, threads: 1, extraNodeArguments: demandRefusal(allowed) });
    await expect(inference.ready).rejects.toMatchObject({ code: 'ENGINE_NOT_READY' });
  });

  it('reads models through links, as folders of shared models have them', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'offline-'));
    await symlink(translatorFolder, path.join(folder, 'linked'));
    const linked = { ...models, translator: { ...translator, folder: path.join(folder, 'linked') } };
    inference = new InferenceProcess({ models: linked, threads: 1 });
    await expect(inference.ready).resolves.toBeUndefined();
    await rm(folder, { recursive: true });
  });
});

/** Names that a 64-bit little-endian ELF library wants from others: the undefined entries of its dynamic symbol table. */
function listImports(library: Buffer): Set<string> {
  const sections = Array.from({ length: library.readUInt16LE(60) }, (_, at) => {
    const header = Number(library.readBigUInt64LE(40)) + at * library.readUInt16LE(58);
    return {
      type: library.readUInt32LE(header + 4),
      offset: Number(library.readBigUInt64LE(header + 24)),
      size: Number(library.readBigUInt64LE(header + 32)),
      link: library.readUInt32LE(header + 40),
    };
  });
  const symbols = sections.find(({ type }) => type === 11);
  const names = sections[symbols?.link ?? 0];
  if (!symbols || !names) throw new TypeError('no dynamic symbols');
  const imports = new Set<string>();
  for (let at = symbols.offset; at < symbols.offset + symbols.size; at += 24) {
    const start = names.offset + library.readUInt32LE(at);
    if (library.readUInt16LE(at + 6) === 0) imports.add(library.toString('latin1', start, library.indexOf(0, start)));
  }
  return imports;
}

describe('the native library', () => {
  it.runIf(process.platform === 'linux')('does not even import what reaches a network', () => {
    const entry = createRequire(import.meta.url).resolve('onnxruntime-node');
    const folder = path.join(path.dirname(entry), '..', 'bin', 'napi-v6', process.platform, process.arch);
    const libraries = readdirSync(folder).filter((file) => /\.so|\.node$/.test(file));
    expect(libraries.length).toBeGreaterThan(1);
    const reachesNetwork = /^(connect|socket|getaddrinfo|gethostbyname\w*|send(to|msg)?|res_\w+|curl_\w+)$/;
    for (const library of libraries) {
      const bytes = readFileSync(path.join(folder, library));
      const imports = listImports(bytes);
      expect(imports.has('memcpy'), 'what a library imports can be read').toBe(true);
      expect([...imports].filter((name) => reachesNetwork.test(name))).toEqual([]);
      expect(bytes.includes('events.data.microsoft')).toBe(false);
    }
  });
});
