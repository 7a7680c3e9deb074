import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { audioFixture } from '../helpers/audio-fixtures.ts';

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

/**
 * The path of a Chromium: `CHROME` where it is set, else the one that comes as a package. That one unpacks itself into the
 * temporary folder and takes whatever lies there already, so it gets a folder of its own; told that it runs on a bare
 * server it brings the libraries that are missing there.
 */
export async function prepareBrowser(): Promise<string> {
  if (process.env.CHROME) return process.env.CHROME;
  const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/chromium');
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}
