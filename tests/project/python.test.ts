import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const training = path.resolve(import.meta.dirname, '../../lab/training');
/** Those that need nothing but Python; all of them: lab/training/README.md. */
const suites = ['corpus.test_corpus', 'speech.test_letter_to_sound'];

it('the corpus and the letter-to-sound rules pass their own tests', { timeout: 300_000 }, (context) => {
  const run = (...parameters: string[]) =>
    spawnSync('python3', ['-B', ...parameters], { cwd: training, encoding: 'utf8' });
  const isThere = run('-c', 'import sys; sys.exit(sys.version_info < (3, 11))').status === 0;
  if (!isThere) console.warn('SKIPPED the Python tests: no python3 from 3.11 on');
  context.skip(!isThere);
  const { status, stderr } = run('-m', 'unittest', ...suites);
  expect([status, stderr]).toEqual([0, expect.stringMatching(/Ran \d{2} tests/)]);
});
