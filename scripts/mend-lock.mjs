// Runs by itself whenever `npm install`, `uninstall` or `update` has changed something (package.json, "dependencies").
// npm leaves out optional platform packages that a registry does not hold, and `npm ci` then calls the lock file out of
// step: they are put back as entries whose system never matches, so that nothing is fetched. What would fill a first
// `npm ci` with warnings goes: the packages' demands on the Node that installs them (they run on the one that `npm ci`
// brings). So does the install script of onnxruntime-node, which fetches CUDA libraries that nobody here uses.
// With --check nothing is written, and a lock file that `npm ci` would refuse is an error.
import { readFileSync, writeFileSync } from 'node:fs';

const lockFile = new URL('../package-lock.json', import.meta.url);
const osByWord = {
  darwin: 'darwin',
  macos: 'darwin',
  win32: 'win32',
  windows: 'win32',
  win: 'win32',
  linux: 'linux',
  android: 'android',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
  ohos: 'openharmony',
  wasm32: 'none',
};
const cpuWords = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el'];

const isCheck = process.argv.includes('--check');
// These two take the lock file as it is.
if (!isCheck && ['ci', 'prune'].includes(process.env.npm_command)) process.exit(0);
const written = readFileSync(lockFile, 'utf8');
const lock = JSON.parse(written);
const packages = lock.packages;

/** Node's own look-up: the package's folder first, then each enclosing node_modules. */
function isInstalled(fromPath, name) {
  for (let at = fromPath; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (!at) return false;
  }
}

function inertEntry(name, range, isDev) {
  const words = name.replace(/^@[^/]+\//, '').split(/[-.]/);
  const os = words.map((word) => osByWord[word]).find(Boolean);
  if (!os) return undefined;
  return {
    version: String(range)
      .replace(/^npm:[^@]+@/, '')
      .replace(/^[\^~>=v]+/, ''),
    cpu: [words.find((word) => cpuWords.includes(word)) ?? (words.includes('wasm32') ? 'wasm32' : 'none')],
    ...(isDev ? { dev: true } : {}),
    optional: true,
    os: [os],
    ...(words.includes('musl') ? { libc: ['musl'] } : {}),
  };
}

const added = [];
for (const [path, entry] of Object.entries({ ...packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isInstalled(path, name)) continue;
    const inert = inertEntry(name, range, entry.dev);
    if (!inert) {
      console.warn(`cannot tell the platform of ${name} ${range}`);
      continue;
    }
    packages[`node_modules/${name}`] = inert;
    added.push(name);
  }
}
if (isCheck) {
  if (added.length === 0) process.exit(0);
  console.error(`npm ci would refuse package-lock.json (no entry for ${added.join(', ')}). Run: npm install`);
  process.exit(1);
}
for (const [path, entry] of Object.entries(packages)) {
  if (path) delete entry.engines;
}
delete packages['node_modules/onnxruntime-node']?.hasInstallScript;
// 50 MB of Java and native programs, which do what its JavaScript does.
for (const name of Object.keys(packages['node_modules/recheck']?.optionalDependencies ?? {}))
  Object.assign(packages[`node_modules/${name}`], { os: ['none'] });

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
const mended = `${JSON.stringify(lock, null, 2)}\n`;
if (mended !== written) writeFileSync(lockFile, mended);
