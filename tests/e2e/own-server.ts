import { test as base } from '@playwright/test';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A server of a file's own, with the scripted engine and a clock that its tests move. */
export const test = base.extend<object, { app: TestApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright asks for a fixture that needs no other
    async ({}, use) => {
      const app = await startTestApp({ webDir: () => 'dist/web' });
      await use(app);
      await app.destroy();
    },
    { scope: 'worker' },
  ],
});
