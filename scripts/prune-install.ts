// Removes from node_modules what this machine never loads: programs of other systems, headers for compiling, type
// declarations and source maps, the second copy of a program that came in two forms; with `--system-ffmpeg` FFmpeg's
// WebAssembly, too. Run after `npm ci --omit=dev` where room counts; another `npm ci` brings everything back. What measures
// and proves goes, too: `git sparse-checkout disable` brings that back.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const megabyte = 1_048_576;

type System = { platform: string; arch: string; hasFfmpeg: boolean };

/** Read by compilers, editors and debuggers alone. */
const forDevelopers = /\.(map|d\.[cm]?ts)$/;

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => path.join(folder, entry.name))
    : [];

/** `bin/napi-v6/linux/x64`: everything but this system's own. */
function foreignRuntimes(modules: string, { platform, arch }: Pick<System, 'platform' | 'arch'>): string[] {
  const versions = foldersIn(path.join(modules, 'onnxruntime-node/bin'));
  const systems = versions.flatMap(foldersIn);
  const mine = systems.filter((folder) => path.basename(folder) === platform).flatMap(foldersIn);
  // On a system that it has nothing for, nothing is taken away: there the error should be its own.
  if (!mine.some((folder) => path.basename(folder) === arch)) return [];
  return [
    ...systems.filter((folder) => path.basename(folder) !== platform),
    ...mine.filter((folder) => path.basename(folder) !== arch),
  ];
}

/** Folders below `modules` that a system with this platform and processor does not need. */
export function findForeign(modules: string, system: System): string[] {
  const headers = foldersIn(modules)
    .filter((folder) => /^node-(linux|win|darwin)-/.test(path.basename(folder)))
    .map((folder) => path.join(folder, 'include'));
  // The decoder's process loads the other form alone.
  const second = path.join(modules, system.hasFfmpeg ? '@ffmpeg/core' : '@ffmpeg/core/dist/esm');
  return [...foreignRuntimes(modules, system), ...headers, second].filter((folder) => existsSync(folder));
}

/** Files that no program loads as it runs. */
export const findForDevelopers = (modules: string): string[] =>
  readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && forDevelopers.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));

const notShipped = ['lab', 'qualify', 'tests'];

/** In a git checkout git leaves them out, so that they neither count as deleted nor come back with a pull. */
export function leaveOutNotShipped(root: string): void {
  if (!existsSync(path.join(root, '.git'))) {
    for (const folder of notShipped) rmSync(path.join(root, folder), { recursive: true, force: true });
    return;
  }
  const patterns = ['/*', ...notShipped.map((folder) => `!/${folder}/`)];
  execFileSync('git', ['sparse-checkout', 'set', '--no-cone', ...patterns], { cwd: root });
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);

function prune(): void {
  const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
  const { platform, arch } = process;
  let bytes = 0;
  for (const folder of findForeign(modules, { platform, arch, hasFfmpeg: process.argv.includes('--system-ffmpeg') })) {
    bytes += sizeOf(folder);
    rmSync(folder, { recursive: true });
    console.log(`removed ${path.relative(path.dirname(modules), folder)}`);
  }
  const files = findForDevelopers(modules);
  for (const file of files) {
    bytes += statSync(file).size;
    rmSync(file);
  }
  console.log(`removed ${files.length} type declarations and source maps`);
  console.log(`${Math.round(bytes / megabyte)} MB less`);
  leaveOutNotShipped(path.dirname(modules));
  console.log(`left out ${notShipped.join(', ')}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) prune();
