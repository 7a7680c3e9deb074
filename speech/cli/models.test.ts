import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RangeServer, startRangeServer } from '#tests/support/range-server.ts';
import { catalogue } from '../models/catalogue.ts';

const command = fileURLToPath(new URL('./models.ts', import.meta.url));

let server: RangeServer;
let modelsDir: string;

beforeEach(async () => {
  server = await startRangeServer();
  modelsDir = await mkdtemp(path.join(tmpdir(), 'models-command-'));
});

afterEach(async () => {
  await server.close();
  await rm(modelsDir, { recursive: true });
});

function run(
  first: string | { env: NodeJS.ProcessEnv },
  ...rest: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const [changes, args] = typeof first === 'string' ? [{}, [first, ...rest]] : [first.env, rest];
  const ours = { MODELS_DIR: modelsDir, MODEL_BASE_URL: server.url, SPEECH_PROFILE: 'light' };
  const env = { ...process.env, ...ours, ...changes };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

it('lists every model with size and licence, and who answers now', async () => {
  const { code, stdout } = await run('list');
  expect(code).toBe(0);
  expect(stdout).toMatch(/omniasr-ctc-1b-v2 +- +1\.03 GB +Apache-2\.0/);
  expect(stdout).toMatch(/nllb-200-distilled-600m +- +912 MB +CC-BY-NC-4\.0 \(no commercial use\)/);
  expect(stdout).toContain('to be fetched: omniasr-ctc-300m-v2, nllb-200-distilled-600m');
});

it('fetches from the mirror and refuses what is not what the catalogue says', async () => {
  const missing = await run('fetch', 'omniasr-ctc-300m-v2');
  expect(missing).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^omniasr.* comes from .* instead.*\nNOT_FOUND: not found: http.*; .*bz2: not found/),
  });
  expect(server.requests[0]).toMatch(/^\/csukuangfj2\/.*300M-ctc-v2.*\/resolve\/main\/model\.int8\.onnx -$/);
});

it('says in one line that a folder cannot be written to', async () => {
  await writeFile(path.join(modelsDir, 'a-file'), '');
  const env = { MODELS_DIR: path.join(modelsDir, 'a-file') };
  expect(await run({ env }, 'fetch')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^E\w+: .*\n$/) });
});

it('verifies what lies in the folder, byte by byte', async () => {
  expect(await run('verify')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('madlad400-3b-mt: not installed'),
  });
  await mkdir(path.join(modelsDir, 'omniasr-ctc-1b-v2'));
  await writeFile(path.join(modelsDir, 'omniasr-ctc-1b-v2', 'LICENSE'), Buffer.alloc(581));
  const { code, stdout } = await run('verify', 'omniasr-ctc-1b-v2');
  expect(code).toBe(1);
  expect(stdout).toContain('omniasr-ctc-1b-v2: LICENSE: wrong hash');
  expect(stdout).toContain('omniasr-ctc-1b-v2: tokens.txt: missing');
});

it('finds what answers in order, shows a translation of it, and names a source that lacks its model', async () => {
  const archive = catalogue.find(({ name }) => name === 'omniasr-ctc-300m-v2')?.archive?.path;
  server.files.set(`/${archive}`, Buffer.from('archive'));
  const { code, stdout } = await run('doctor');
  expect(code).toBe(0);
  expect(stdout).toMatch(/warning +sources of omniasr-ctc-300m-v2: [\d.:]+: 404, its archive at [\d.:]+: 200\n/);
  expect(stdout).toMatch(/warning +sources of nllb-200-distilled-600m: [\d.:]+: 404; no second source is known\n/);
  expect(stdout).toMatch(/ok +loading the models: all answer; \d+ ms; "Waxaan rabaa .*" becomes "I want .*"/);
});

it('says how it is used', async () => {
  expect(await run('nonsense')).toMatchObject({ code: 2, stderr: expect.stringContaining('usage:') });
  expect(await run('fetch', 'no-such-model')).toMatchObject({ code: 2 });
});
