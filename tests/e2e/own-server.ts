import { test as base } from '@playwright/test';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A server of a file's own, with the scripted engine and a clock that its tests move. */
export const test = base.extend<{ emptyScript: undefined }, { app: TestApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright asks for a fixture that needs no other
    async ({}, use) => {
      const app = await startTestApp({ webDir: () => 'dist/web' });
      await use(app);
      await app.destroy();
    },
    { scope: 'worker' },
  ],
  /** What one test has the engine say is not said to the next. */
  emptyScript: [
    async ({ app }, use) => {
      await use(undefined);
      for (const key of Object.keys(app.script)) Reflect.deleteProperty(app.script, key);
    },
    { auto: true },
  ],
});
