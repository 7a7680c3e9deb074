import { and, asc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { QueryOf } from '#shared/contract/endpoint.ts';
import type { listTranscriptions } from '#shared/contract/results.ts';
import type { Db } from '../db/database.ts';
import { transcriptions } from '../db/schema.ts';
import { hasWords } from '../db/search-words.ts';

const { id, userId, createdAt, correction, result, title, textSentAt } = transcriptions;
const isResult = and(eq(transcriptions.state, 'done'), ne(transcriptions.charge, 'refunded'));

export type Place = { key: string; id: string };
export type Wanted = Pick<QueryOf<typeof listTranscriptions>, 'sort'> & {
  words: readonly string[];
  after: Place | undefined;
};

/** Falls with the time, so that both orders rise. */
const newestFirst = sql`lpad((9999999999999 - floor(extract(epoch from ${createdAt}) * 1000))::text, 13, '0')`;
const keys: Record<'date' | 'name', SQL<string>> = {
  date: sql`${newestFirst}`,
  /** Those without a name come last, the newest first. */
  name: sql`case when ${title} is null then '1' || ${newestFirst} else '0' || lower(${title}) end`,
};

const openingCharacters = 160;
/** Text that has not left yet stays here: it is charged for when the result is opened (design.md §5.1). */
const openingOf = (text: string) => sql<string>`case when ${textSentAt} is null then ''
  else left(coalesce(${correction} ->> ${sql.raw(`'${text}'`)}, ${result} ->> ${sql.raw(`'${text}'`)}), ${openingCharacters}) end`;

/** By the index of words alone, and that before all else: to look through the texts themselves takes seconds. */
async function findIds(db: Db, owner: string, words: readonly string[]): Promise<SQL | undefined> {
  if (words.length === 0) return undefined;
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const found = await tx.select({ id }).from(transcriptions).where(hasWords(owner, words));
    return and(isNotNull(textSentAt), sql`${id} = any(${sql.param(found.map((row) => row.id))})`);
  });
}

export async function listResults(db: Db, owner: string, { sort = 'date', words, after }: Wanted, limit: number) {
  const key = keys[sort];
  const isFound = await findIds(db, owner, words);
  const isAfter = after && sql`(${key}, ${id}) > (${after.key}, ${after.id})`;
  // First which ones: of the others no text is unpacked.
  const page = db
    .select({ id, key: sql<string>`${key}`.as('key') })
    .from(transcriptions)
    .where(and(eq(userId, owner), isResult, isFound, isAfter))
    .orderBy(key, asc(id))
    .limit(limit)
    .as('page');
  return db
    .select({
      id,
      key: page.key,
      title,
      opening: openingOf('transcript'),
      english: openingOf('translation'),
      createdAt,
      durationSeconds: sql<number>`coalesce(${transcriptions.durationSeconds}, 0)::float`,
      transcriptConfidence: sql<number | null>`(${result} ->> 'transcriptConfidence')::float`,
      isCalibrated: sql<boolean>`coalesce((${result} -> 'engine' ->> 'isCalibrated')::boolean, false)`,
    })
    .from(page)
    .innerJoin(transcriptions, eq(id, page.id))
    .orderBy(page.key, asc(id));
}
