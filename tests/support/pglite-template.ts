import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '#server/db/open-database.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Changes when the schema or the library that reads it does. */
function fingerprint(): string {
  const migrations = path.join(root, 'server/db/migrations');
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations).filter((file) => file.endsWith('.sql')))
    hash.update(readFileSync(path.join(migrations, name)));
  hash.update(readFileSync(path.join(root, 'node_modules/@electric-sql/pglite/package.json')));
  return hash.digest('hex').slice(0, 16);
}

/** An empty embedded database with its schema, made once and copied: that saves each test file seconds. */
export async function copyPgliteTemplate(dataDir: string): Promise<void> {
  const cache = path.join(root, 'node_modules/.cache');
  const template = path.join(cache, `pglite-template-${fingerprint()}`);
  if (!existsSync(template)) {
    const draft = path.join(cache, `pglite-draft-${process.pid}`);
    mkdirSync(draft, { recursive: true });
    const database = await openDatabase({ databaseUrl: undefined, dataDir: draft });
    await database.close();
    try {
      renameSync(path.join(draft, 'db'), template);
    } catch (error) {
      // Another test file was first.
      if (!existsSync(template)) throw error;
    }
    rmSync(draft, { recursive: true, force: true });
  }
  cpSync(template, path.join(dataDir, 'db'), { recursive: true });
}
