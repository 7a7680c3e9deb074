import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLocalEngines } from './open-engines.ts';
import { findOptimisedGraphs } from './optimise/record.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../tests/fixtures/models/${name}`, import.meta.url));
const published = fixture('published-translator');
const none = { detector: null, recogniser: null, translator: null };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'local-engines-'));
  await cp(published, folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

it('answers with a published translator by optimised graphs that it makes first', async () => {
  const translator = { name: 'nllb', folder, needsOptimising: true };
  const engines = await openLocalEngines({ ...none, translator }, 1);
  try {
    expect(await findOptimisedGraphs(folder)).not.toBeNull();
    expect((await engines.translator.translate('Subax wanaagsan, sidee tahay?')).text).not.toBe('');
  } finally {
    await engines.close();
  }
});
