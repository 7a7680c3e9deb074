import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { baseUrl, port } from './addresses.ts';
import { prepareBrowser } from './browser.ts';

// As in vitest.config.ts.
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, '../../node_modules/.cache/compiled-code');

const launchOptions = await prepareBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results',
  // A journey spends half its time waiting: for a countdown, a recording, the engine.
  workers: 2,
  // Wide, for a machine that is busy with something else.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  forbidOnly: Boolean(process.env.CI),
  use: {
    actionTimeout: 240_000,
    baseURL: baseUrl,
    browserName: 'chromium',
    launchOptions,
    viewport: { width: 390, height: 844 },
    // A picture of every frame, of journeys that pass as well, is a quarter of what they cost.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: `node ${path.join(import.meta.dirname, 'serve.ts')}`,
    cwd: path.resolve(import.meta.dirname, '../..'),
    url: `http://localhost:${port}/api/ready`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
  },
});
