import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,speech,server,web,tests,bench,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
