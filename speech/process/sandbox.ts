import { type ChildProcess, type ForkOptions, fork, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** An installed package in the nearest `node_modules` at or above the root, and links on the way; nothing where absent. */
export function ourPackage(name: string): string[] {
  for (let above = path.resolve(root); ; above = path.dirname(above)) {
    const modules = path.join(above, 'node_modules');
    const folder = path.join(modules, name);
    if (existsSync(folder)) {
      const links = [modules, folder].filter((place) => lstatSync(place).isSymbolicLink());
      return [...links, path.join(folder, '*')];
    }
    if (above === path.dirname(above)) return [];
  }
}

export const ourFile = (name: string): string => path.join(root, name);

/** A grant names a path as it is asked for and, where a link leads there, as what it leads to. */
function spellings(granted: string): string[] {
  const isFolder = granted.endsWith(`${path.sep}*`);
  const named = path.resolve(isFolder ? granted.slice(0, -1) : granted);
  // A missing file is reported by the code that reads it.
  const targets = existsSync(named) ? [...new Set([named, realpathSync(named)])] : [named];
  return targets.map((target) => (isFolder ? path.join(target, '*') : target));
}

/**
 * Node's own sandbox, as arguments: the process reads these files and folders (`…/*`) and no other, writes none, and
 * starts neither programs nor threads. What Node 24 leaves open stands in docs/decisions/030.
 */
export function buildSandboxArguments(readable: readonly string[]): string[] {
  return ['--permission', ...readable.flatMap(spellings).map((granted) => `--allow-fs-read=${granted}`)];
}

/** What a process that computes on models reads beside the models: our code, and the packages that it needs. */
const code = [ourFile('package.json'), ourFile('speech/*'), ourFile('platform/*'), ourFile('shared/*')];
const packages = ['onnxruntime-node', 'onnxruntime-common', '@huggingface/tokenizers', 'zod', '@bufbuild/protobuf'];

/** Variables a process may need to start at all on some systems; nothing else of ours is told to it, secrets least. */
const passedVariables = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ'];

/** Larger blocks go back to the system when freed: glibc would keep 230 MB more of the full models. */
const ownMappingFromBytes = 1_048_576;

function buildModelEnvironment(): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(passedVariables.map((name) => [name, process.env[name]])),
    NODE_ENV: 'production',
    // Newer versions of ONNX Runtime send telemetry unless this is set before they load.
    ORT_DISABLE_TELEMETRY: '1',
    MALLOC_MMAP_THRESHOLD_: String(ownMappingFromBytes),
  };
}

/** Quiet, and with a young generation that takes 80 MB less beside a large tokenizer. */
const modelNodeArguments = [
  '--disable-warning=SecurityWarning',
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=4',
];

/** The line that names an error, of what Node prints about it; otherwise the last. */
function summariseErrors(printed: string): string {
  const lines = printed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.findLast((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? '';
}

const keptErrorCharacters = 4_000;

type ModelProcessOptions = Pick<ForkOptions, 'serialization' | 'killSignal'> & {
  readable: readonly string[];
  nodeArguments?: readonly string[];
  signal?: AbortSignal | undefined;
};

/** Forks a model program in Node's sandbox without our environment; its errors are kept for a failure's detail. */
export function forkModelProcess(
  file: string,
  programArguments: readonly string[],
  { readable, nodeArguments = [], ...options }: ModelProcessOptions,
): { child: ChildProcess; readErrors: () => string } {
  const sandbox = buildSandboxArguments([...code, ...packages.flatMap(ourPackage), ...readable]);
  const child = fork(file, programArguments, {
    ...options,
    env: buildModelEnvironment(),
    execArgv: [...sandbox, '--allow-addons', ...modelNodeArguments, ...nodeArguments],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-keptErrorCharacters);
  });
  return { child, readErrors: () => summariseErrors(tail) };
}

type SystemLimits = {
  /** The kernel ends the process after this much computing, even without a parent. */
  cpuSeconds: number;
  /** Address space; not for Node, which reserves far more than it uses. */
  addressSpaceBytes?: number;
};

/** The system holds it to limits (`ulimit`, on Linux); it writes no file and has only the environment given. */
export function spawnWithUlimit(
  [program, ...programArguments]: readonly [string, ...string[]],
  { cpuSeconds, addressSpaceBytes }: SystemLimits,
  options: Pick<SpawnOptions, 'stdio' | 'env'>,
): ChildProcess {
  const spawnOptions: SpawnOptions = { ...options, windowsHide: true };
  if (process.platform === 'win32') return spawn(program, programArguments, spawnOptions);
  const limits = [
    `-t ${Math.ceil(cpuSeconds)}`,
    '-f 0',
    ...(addressSpaceBytes ? [`-v ${addressSpaceBytes / 1024}`] : []),
  ];
  const script = `${limits.map((limit) => `ulimit ${limit} 2>/dev/null;`).join(' ')} exec "$0" "$@"`;
  return spawn('/bin/sh', ['-c', script, program, ...programArguments], spawnOptions);
}
