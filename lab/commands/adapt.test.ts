import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const command = fileURLToPath(new URL('./adapt.ts', import.meta.url));
const run = promisify(execFile);

it('writes the unusual words of a folder beside the models, and says what it needs', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'adapt-'));
  const env = { ...process.env, MODELS_DIR: path.join(folder, 'models') };
  try {
    await expect(run(process.execPath, [command], { env })).rejects.toMatchObject({ code: 2 });
    await expect(run(process.execPath, [command, folder], { env })).rejects.toMatchObject({ code: 3 });
    await writeFile(path.join(folder, 'names.txt'), 'Waxaan la kulmay Zubeydi.');
    const { stdout } = await run(process.execPath, [command, folder], { env });
    expect(stdout).toContain('words of 1 files');
    expect(await readFile(path.join(folder, 'models', 'own-words.txt'), 'utf8')).toContain('zubeydi\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});
