import './tests/support/share-compiled-code.ts';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,speech,server,web,tests,lab,qualify,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    // A busy machine is slow, not wrong: these only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // One more than the processors of the smallest machine: a third of the files wait for a process, a mail or a retry.
    maxWorkers: 3,
  },
});
