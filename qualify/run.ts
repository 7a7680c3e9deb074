import { runNamed } from '#scripts/run-named.ts';

await runNamed('qualify', {
  bench: {
    file: 'qualify/bench/run.ts',
    says: 'speech|full|large-files|api|web|queue|search: ratios against baselines measured in the same run',
  },
  fleet: {
    file: 'qualify/fleet/run.ts',
    says: '[faults|uploads|webs|scaling|fairness|engine|backup|rolling|fronts]: two web and three worker processes behind TLS',
  },
  api: {
    file: 'qualify/api/run.ts',
    says: 'asks the API what its own description says may be asked, and the rest (Schemathesis; needs Python)',
  },
  faults: { file: 'qualify/faults/run.ts', says: 'kill -9 at random moments; the books balance afterwards' },
  'faults-disk': { file: 'qualify/faults/disk.ts', says: 'a full and a frozen disk' },
  'faults-swap': { file: 'qualify/faults/swap.ts', says: '200 requests in flight while the models change' },
  long: { file: 'qualify/long/run.ts', says: 'FILE [--kill] [--note NOTE]: a recording of hours, seconds and memory' },
  load: { file: 'qualify/load/run.ts', says: 'many people at once against one process' },
  'load-connections': {
    file: 'qualify/load/connections.ts',
    says: '[SECONDS]: what visitors wait for beside one who keeps sixty connections busy',
  },
  'load-busy': {
    file: 'qualify/load/busy.ts',
    says: 'FOLDER…: the same answers beside eight endless loops as without',
  },
  media: {
    file: 'qualify/media/run.ts',
    says: '[--write] [PLACE…]: code, length and text of each given file, by both decoders, against the table',
  },
  timing: {
    file: 'qualify/load/timing.ts',
    says: 'can a stranger tell by the time whether an address has an account?',
  },
  screenshots: {
    file: 'qualify/browser/screenshots.ts',
    says: '[360-en-light …]: every screen, both languages, seven widths, light and dark',
  },
  'contact-sheet': {
    file: 'qualify/browser/contact-sheet.ts',
    says: 'BEFORE AFTER: the screens of two such folders side by side, for docs/design/',
  },
  'share-pictures': {
    file: 'qualify/browser/share-pictures.ts',
    says: 'the pictures that other apps show of a link to us, one a language',
  },
  contrast: { file: 'qualify/contrast/print.ts', says: 'the contrast table of docs/design/look.md' },
  image: {
    file: 'qualify/image/run.ts',
    says: 'builds what the Dockerfile makes, without a daemon, and sends it a recording',
  },
  mutate: {
    file: 'qualify/mutation/run.ts',
    says: '[AREA…]: changes the code in small ways; does a test notice?',
  },
  programs: {
    file: 'qualify/programs/run.ts',
    says: 'the official OpenAI client for Python against /v1, on the trial models',
  },
  sbom: { file: 'scripts/write-sbom.ts', says: 'what we run, as a CycloneDX bill of materials' },
});
