import { type SQL, sql } from 'drizzle-orm';
import { apostropheMarks } from '#shared/fold-apostrophes.ts';

/** More would not fit into the index whatever it is made of; two hours of speech have less. */
const mostCharacters = 250_000;
/** What Somali doubles, and what spelling and hearing confuse most. */
const doubled = [...'aeioubdglmnr'];
const dividers = './@_-';

/** Small letters, none doubled, without marks of the glottal stop: `Go’aan` and `goan` are one. */
function fold(text: SQL): SQL {
  const signs = sql.raw(`'${dividers}''${apostropheMarks}', '${' '.repeat(dividers.length)}'`);
  const plain = sql`translate(lower(${text}), ${signs})`;
  return doubled.reduce(
    (inner, letter) => sql`replace(${inner}, ${sql.raw(`'${letter}${letter}', '${letter}'`)})`,
    plain,
  );
}

const ownerMark = sql.raw(`'@'`);
const newest = (text: string) => `coalesce(correction ->> '${text}', result ->> '${text}', '')`;
const texts = sql.raw(
  `left(coalesce(title, '') || ' ' || ${newest('transcript')} || ' ' || ${newest('translation')}, ${mostCharacters})`,
);

/** Names of columns of `transcriptions`; whose they are is a word beside theirs, so that one index finds a person's own. */
export const searchedWords = sql`(array_to_tsvector(array[${ownerMark} || user_id]) || to_tsvector('simple', ${fold(texts)}))`;

export function hasWords(owner: string, words: readonly string[]): SQL {
  const asked = words.map((word) => `${word}:*`).join(' & ');
  const ofOwner = sql`quote_literal(${ownerMark} || ${owner}::text)::tsquery`;
  return sql`${searchedWords} @@ (${ofOwner} && to_tsquery('simple', ${fold(sql`${asked}::text`)}))`;
}
