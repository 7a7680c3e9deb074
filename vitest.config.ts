import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,speech,server,web,tests,bench,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    // A busy machine is slow, not wrong: these only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
  },
});
