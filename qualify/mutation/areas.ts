/** What is mutated, and the tests that have to notice: the fewer services they start, the sooner. */
type Area = { mutate: readonly string[]; tests: readonly string[] };

const within = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}.ts`);

export const areas: Readonly<Record<string, Area>> = {
  // The sentences themselves are data, each of which a test looks at.
  errors: {
    mutate: [...within('shared/errors', 'codes', 'fill-places'), 'platform/format-sentence.ts'],
    tests: ['platform/format-sentence.test.ts'],
  },
  ledger: { mutate: ['server/ledger/*.ts'], tests: ['server/ledger/*.test.ts'] },
  accounts: {
    mutate: within('server/accounts', 'browser-binding', 'describe-device', 'mailbox', 'session-tokens'),
    tests: within(
      'server/accounts',
      'browser-binding.test',
      'describe-device.test',
      'mailbox.test',
      'session-tokens.test',
    ),
  },
  transcription: {
    mutate: within('server/transcription', 'engine-status', 'stream-response'),
    tests: ['server/transcription/*.test.ts', 'tests/server/readiness.test.ts'],
  },
  uploads: {
    mutate: within('server/transcription', 'receive-upload'),
    tests: within('server/transcription', 'receive-upload.test'),
  },
  'sign-in': {
    mutate: within('server/accounts', 'link-service', 'link-store', 'session-service', 'verification-service'),
    tests: within('server/accounts', 'link-service.test', 'session-service.test', 'verification-service.test'),
  },
  'account-store': {
    mutate: within('server/accounts', 'store', 'used-addresses'),
    tests: within('server/accounts', 'store.test'),
  },
  edits: {
    mutate: within('server/transcription', 'edit-service', 'edit-store', 'translation-worker'),
    tests: within('server/transcription', 'edit-service.test', 'translation-worker.test'),
  },
  watch: {
    mutate: within('server/transcription', 'watch-transcription', 'worker-store'),
    tests: within('server/transcription', 'watch-transcription.test', 'worker-store.test'),
  },
  'account-routes': {
    mutate: within('server/accounts', 'routes'),
    tests: within('server/accounts', 'routes.test'),
  },
  'recording-routes': {
    mutate: within('server/transcription', 'routes'),
    tests: within('server/transcription', 'routes.test'),
  },
  runs: {
    mutate: within('server/transcription', 'run-store'),
    tests: within('server/transcription', 'run-store.test'),
  },
  store: {
    mutate: within('server/transcription', 'store'),
    tests: ['server/transcription/store.test.ts', 'tests/server/charging.test.ts'],
  },
  worker: {
    mutate: within('server/transcription', 'worker'),
    tests: within('server/transcription', 'worker.test', 'requeued-work.test'),
  },
  service: {
    mutate: within('server/transcription', 'service'),
    tests: within('server/transcription', 'service.test', 'finished-work.test'),
  },
  'http-edge': {
    mutate: within('server/http', 'turns', 'unreadable-requests'),
    tests: [...within('server/http', 'turns.test', 'unreadable-requests.test'), 'tests/server/unreadable.test.ts'],
  },
  limits: {
    mutate: within('server/limits', 'network-key', 'store', 'transfers'),
    tests: within('server/limits', 'network-key.test', 'store.test', 'transfers.test'),
  },
  'free-work': {
    mutate: within('speech/engine', 'translate-again'),
    tests: within('speech/engine', 'translate-again.test'),
  },
  // Its tests start processes: an hour and more.
  'model-processes': {
    mutate: within('speech/parts/local', 'inference-process'),
    tests: within('speech/parts/local', 'inference-process.test', 'job-limits.test'),
  },
};
