import { globSync } from 'node:fs';
import path from 'node:path';

const needed = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];

/** The folder of a whole PostgreSQL on this machine, the newest; pg_dump reads its own version and older ones alone. */
export function findPostgres(): string {
  const folders = globSync(
    '/{usr/lib/postgresql,opt/homebrew/opt/postgresql@,usr/local/opt/postgresql@,usr/pgsql-}*/**/bin/initdb',
  )
    .map((initdb) => path.resolve(path.dirname(initdb), '..'))
    .filter((folder) => needed.every((name) => globSync(path.join(folder, 'bin', name)).length === 1))
    .sort();
  const newest = folders.at(-1);
  if (!newest)
    throw new Error('There is no PostgreSQL with pg_dump on this machine (Debian: apt-get install postgresql)');
  return newest;
}
