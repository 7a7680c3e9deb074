// What finding one's own results costs: milliseconds for a page of an account with 10,000 of them, in both databases or in
// the one that is named.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { hasWords } from '#server/db/search-words.ts';
import { listResults, type Wanted } from '#server/transcription/list-store.ts';
import { insertTestUser } from '#tests/support/pglite-template.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { median } from './median.ts';

const ownResults = 10_000;
/** Of as many others. */
const otherAccounts = 5;
const rounds = 15;
/** No statement of the product may take so long as one for all of them would. */
const batch = 500;

/** Results of 60 words of a vocabulary of 10,000, with a word of its own in each; every third has a name. */
async function fill(db: Db, owner: string, first: number, last: number): Promise<void> {
  const syllables = sql.raw(`array['ba','dhu','qo','shi','xe','maa','go','lu','ri','ka']`);
  const syllable = (by: string) => sql`(${syllables})[1 + (${sql.raw(by)})::int % 10]`;
  const word = sql`${syllable('n')} || ${syllable('n / 10')} || ${syllable('n / 100')} || ${syllable('n / 1000')}`;
  for (let from = first; from <= last; from += batch)
    await db.execute(sql`
    insert into transcriptions (id, user_id, sha256, state, charge, upload_bytes, title, created_at, text_sent_at, result)
    select ${owner}::text || i, ${owner}::text, i::text, 'done', 'charged', 7,
      case when i % 3 = 0 then 'Shir ' || i end, now() - make_interval(secs => i), now(),
      jsonb_build_object('transcript', 'eraygaar' || i || ' ' || text, 'translation', 'English ' || text,
        'transcriptConfidence', 8, 'engine', '{}'::jsonb, 'words', words)
    from generate_series(${from}::int, ${from + batch - 1}::int) as i cross join lateral (
      select string_agg(${word}, ' ') as text, jsonb_agg(jsonb_build_object('raw', ${word}, 'startSeconds', n)) as words
      from (select (random() * 9999 + 0 * i)::int as n from generate_series(1, 60)) as picked) as made`);
}

async function measureTimes(label: string, search: () => Promise<readonly unknown[]>): Promise<void> {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    found = (await search()).length;
    times.push(performance.now() - startedAt);
  }
  console.log(`  ${label}: ${median(times).toFixed(1)} ms, ${found} rows`);
}

const measure = (db: Db, label: string, wanted: Partial<Wanted>): Promise<void> =>
  measureTimes(label, () => listResults(db, 'own', { words: [], after: undefined, sort: 'date', ...wanted }, 21));

/** Does the planner come to the index by itself, or only where sequential scans are switched off? */
async function measurePlans(db: Db, when: string): Promise<void> {
  for (const word of ['eraygaar7777', 'waxaanjirin', 'english']) {
    for (const scan of ['on', 'off']) {
      const ask = (what: SQL) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`set local enable_seqscan = ${sql.raw(scan)}`);
          const answer = await tx.execute(sql`${what} from transcriptions where ${hasWords('own', [word])}`);
          return (answer as unknown as { rows: Record<string, string>[] }).rows;
        });
      const plan = (await ask(sql`explain select id`)).map((row) => row['QUERY PLAN']).join(' ');
      const [scanned = '?'] = /Seq Scan|Bitmap Heap Scan|Index Scan/.exec(plan) ?? [];
      await measureTimes(`${when}, "${word}", seqscan ${scan}: ${scanned}`, () => ask(sql`select id`));
    }
  }
}

async function measureAll(name: string, db: Db): Promise<void> {
  console.log(`${name}, ${ownResults} results of one account among ${(otherAccounts + 1) * ownResults}:`);
  for (const owner of ['own', ...Array.from({ length: otherAccounts }, (_, at) => `other${at}-`)]) {
    await insertTestUser(db, owner);
    await fill(db, owner, 1, batch);
    if (owner === 'own') await measurePlans(db, `the first ${batch}`);
    await fill(db, owner, batch + 1, ownResults);
  }
  await measure(db, 'newest page, no search', {});
  await measure(db, 'by name, no search', { sort: 'name' });
  await measure(db, 'a word of one result', { words: ['eraygaar7777'] });
  await measure(db, 'the same, spelt otherwise', { words: ["eray'gar7777"] });
  await measure(db, 'beginnings of two words', { words: ['maaqo', 'dhushi'] });
  await measure(db, 'a word of every result', { words: ['english'] });
  await measure(db, 'a word of every result, by name', { words: ['english'], sort: 'name' });
  await measure(db, 'a word of none', { words: ['waxaanjirin'] });
  await measurePlans(db, 'all');
}

export async function run([named]: readonly string[]): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'search-'));
  const postgres = await startPostgresServer();
  const databaseUrls = { PGlite: undefined, PostgreSQL: await postgres.createDatabase() };
  for (const [name, databaseUrl] of Object.entries(databaseUrls)) {
    if (named !== undefined && name !== named) continue;
    const database = await openDatabase({ databaseUrl, dataDir });
    await measureAll(name, database.db);
    await database.close();
  }
  await postgres.destroy();
  rmSync(dataDir, { recursive: true, force: true });
}
