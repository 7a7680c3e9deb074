import { chromium, type LaunchOptions } from '@playwright/test';
import { audioFixture } from '../support/audio-fixtures.ts';
import { openPackagedChromium } from './packaged-chromium.ts';

export type BrowserProgram = { executablePath: string; env: Record<string, string> };

/** Flags for a quiet, sandbox-less browser, with a microphone that speaks a recording of ours. */
export const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launchArguments = [
  ...quietArguments,
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${audioFixture('speech-8s.wav')}`,
];

const preparedVariable = 'E2E_PREPARED_BROWSER';

/** Without a font every letter is 0 wide, and pages look faultless to a test that counts boxes. */
async function proveLettersAreDrawn(program: BrowserProgram): Promise<void> {
  const browser = await chromium.launch(launchOptionsOf(program, quietArguments));
  try {
    const page = await browser.newPage();
    await page.setContent('<span id="letters">Soomaali</span>');
    const width = await page.locator('#letters').evaluate((letters) => letters.getBoundingClientRect().width);
    if (width === 0) throw new Error(`${program.executablePath} draws no letters: it finds no font`);
  } finally {
    await browser.close();
  }
}

const launchOptionsOf = ({ executablePath, env }: BrowserProgram, args: string[]): LaunchOptions => ({
  executablePath,
  args,
  env: { ...process.env, ...env },
});

/** How to start a Chromium: the one of `CHROME` where that is set, else the one that comes as a package; prepared once for all workers. */
export async function prepareBrowser(args: string[] = launchArguments): Promise<LaunchOptions> {
  const prepared = process.env[preparedVariable];
  if (prepared !== undefined) return launchOptionsOf(JSON.parse(prepared) as BrowserProgram, args);
  const { CHROME } = process.env;
  const program = CHROME ? { executablePath: CHROME, env: {} } : await openPackagedChromium();
  await proveLettersAreDrawn(program);
  process.env[preparedVariable] = JSON.stringify(program);
  return launchOptionsOf(program, args);
}
