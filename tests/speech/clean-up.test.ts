import { describe, expect, it } from 'vitest';
import { readTable } from '#speech/somali/word-list.ts';
import { enhance } from '#tests/support/check-table.ts';

/**
 * Utterances as people say them, in the form a careful editor wants (`right`) and, where that is more than the rules dare,
 * as they write it (`written`). `|` and `/` are silences. What changes is read before it is put there.
 */
const rows = readTable(new URL('../../lab/test-sets/clean-up.tsv', import.meta.url));

describe.each([...new Set(rows.map(([kind = '']) => kind))])('clean-up of whole utterances: %s', (wanted) => {
  for (const [kind, , heard = '', right = '', written = ''] of rows)
    if (kind === wanted) it(heard, () => expect(enhance(heard)).toBe(written || right));
});
