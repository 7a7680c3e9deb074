import { afterAll, afterEach } from 'vitest';
import { destroySharedPostgres, startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

/** Apps, and what else is given to it, that end with the test that started them. */
export function endWithEachTest() {
  const parts: { destroy(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const part of parts.splice(0).reverse()) await part.destroy();
  });
  afterAll(destroySharedPostgres);
  async function start(options: TestAppOptions): Promise<TestApp> {
    const app = await startTestApp(options);
    parts.push(app);
    return app;
  }
  return { start, end: (part: { destroy(): Promise<unknown> }) => void parts.push(part) };
}
