import { defineConfig } from 'vitest/config';
import { areas } from './areas.ts';

/** The tests of one area, as `npm test` runs them, on one of the two databases. */
export default defineConfig({
  test: {
    include: [...(areas[process.env.MUTATION_AREA ?? '']?.tests ?? [])],
    testNamePattern: /^(?!.*on Postgres)/,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
