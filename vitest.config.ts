import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** A run starts the same programs a hundred times, and half of what a start costs is to compile them: they share that. */
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, 'node_modules/.cache/compiled-code');

/** Whole services: databases, processes of the product, recordings through every stage. */
const integration = ['tests/{server,speech,deploy}/**/*.test.ts', 'tests/project/deployment.test.ts'];
/** Beside what they test, but they start processes with real models. */
const withModels = ['speech/**/{inference-process,open-engines,add-engine,remote-engines,offline,optimise}.test.ts'];

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**'],
    // These only end what hangs. A test that needs longer on a busy machine says so itself.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 50_000 } },
    // One more than the processors of the smallest machine: a third of the files wait for a process, a mail or a retry.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,platform,speech,server,web,tests,lab,qualify,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...integration, ...withModels],
        },
      },
      { extends: true, test: { name: 'integration', include: [...integration, ...withModels] } },
    ],
  },
});
