import pg from 'pg';

/** The setting with which PostgreSQL counts the statements of every database. */
export const countingStatements = '-c shared_preload_libraries=pg_stat_statements';

/** Lets a database tell them in `pg_stat_statements`. */
export async function tellStatements(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('create extension pg_stat_statements');
  await client.end();
}
