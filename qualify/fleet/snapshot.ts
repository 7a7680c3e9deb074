import type pg from 'pg';

/** How many rows each table has, and what they hold, in one number each. */
export type Snapshot = Readonly<Record<string, string>>;

export async function describeTables(client: Pick<pg.ClientBase, 'query'>): Promise<Snapshot> {
  const tables = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ said: string }>(
      `select count(*) || ' rows, ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), 'none') as said from ${name} t`,
    );
    found[name] = rows[0]?.said ?? '';
  }
  return found;
}

/** @throws where two databases differ, naming the tables */
export function demandEqual(one: Snapshot, other: Snapshot): string {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const different = names.filter((name) => one[name] !== other[name]);
  if (different.length > 0)
    throw new Error(`differ: ${different.map((name) => `${name} (${one[name]}; ${other[name]})`).join(', ')}`);
  const rows = Object.values(one).reduce((sum, said) => sum + Number.parseInt(said, 10), 0);
  return `${names.length} tables, ${rows} rows: every count and checksum equal`;
}
