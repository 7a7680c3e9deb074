/** What is mutated, and the tests that have to notice. */
type Area = { mutate: readonly string[]; tests: readonly string[] };

const server = (...names: string[]) => names.map((name) => `tests/server/${name}.test.ts`);

export const areas: Readonly<Record<string, Area>> = {
  // The sentences themselves are data, each of which a test looks at.
  errors: {
    mutate: ['shared/errors/codes.ts', 'shared/errors/format-sentence.ts'],
    tests: ['shared/errors/*.test.ts'],
  },
  ledger: { mutate: ['server/ledger/*.ts'], tests: ['server/ledger/*.test.ts'] },
  accounts: {
    mutate: ['server/accounts/*.ts'],
    tests: ['server/accounts/*.test.ts', ...server('accounts', 'sessions', 'enumeration')],
  },
  transcription: {
    mutate: ['server/transcription/*.ts'],
    tests: ['server/transcription/*.test.ts', ...server('uploads', 'charging', 'given-up', 'lost-uploads')],
  },
};
