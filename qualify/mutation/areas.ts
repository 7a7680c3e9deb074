/** What is mutated, and the tests that have to notice. */
type Area = { mutate: readonly string[]; tests: readonly string[] };

const server = (...names: string[]) => names.map((name) => `tests/server/${name}.test.ts`);

export const areas: Readonly<Record<string, Area>> = {
  errors: { mutate: ['shared/errors/*.ts'], tests: ['shared/errors/*.test.ts', ...server('errors')] },
  ledger: {
    mutate: ['server/ledger/*.ts'],
    tests: ['server/ledger/*.test.ts', ...server('charging', 'given-up', 'admin', 'retention', 'lost-commit')],
  },
  accounts: {
    mutate: ['server/accounts/*.ts'],
    tests: ['server/accounts/*.test.ts', ...server('accounts', 'sessions', 'enumeration', 'limits', 'rotation')],
  },
  transcription: {
    mutate: ['server/transcription/*.ts'],
    tests: [
      'server/transcription/*.test.ts',
      ...server('uploads', 'charging', 'given-up', 'journey', 'fairness', 'upload-limits', 'cut-forms', 'retention'),
    ],
  },
};
