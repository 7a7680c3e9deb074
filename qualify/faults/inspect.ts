import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '#server/db/open-database.ts';
import { ledgerEntries, mails, transcriptions } from '#server/db/schema.ts';

const listFiles = (folder: string) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Reads the database of a server that has ended and holds it against the files beside it. */
export async function inspectAfterwards(dataDir: string, databaseUrl: string | undefined) {
  const database = await openDatabase({ databaseUrl, dataDir });
  const work = await database.db.select().from(transcriptions);
  const sent = await database.db.select().from(mails);
  const ledger = await database.db.select().from(ledgerEntries);
  await database.close();

  for (const row of work) {
    const kinds = ledger
      .filter((entry) => entry.transcriptionId === row.id)
      .map((entry) => entry.kind)
      .sort();
    const expected = row.charge === 'refunded' ? ['charge', 'refund'] : ['charge'];
    if (kinds.join() !== expected.join())
      throw new Error(`${row.id} is ${row.charge} but its ledger says ${kinds.join()}`);
    if (row.state === 'done' ? row.charge === 'reserved' : row.charge !== 'refunded')
      throw new Error(`${row.id}: ${row.state}, ${row.charge}`);
  }
  const needed = work.flatMap(({ audioKey }) => (audioKey ? [path.basename(audioKey)] : [])).sort();
  const kept = listFiles(path.join(dataDir, 'storage/audio')).sort();
  if (needed.join() !== kept.join()) throw new Error(`${needed.length} recordings but ${kept.length} files`);
  for (const folder of ['storage/uploads', 'tmp']) {
    const left = listFiles(path.join(dataDir, folder));
    if (left.length > 0) throw new Error(`${folder} still holds ${left.length} files`);
  }
  if (sent.some(({ state }) => state !== 'sent')) throw new Error('a mail was not sent');

  const outbox = path.join(dataDir, 'outbox');
  const texts = listFiles(outbox).map((name) => readFileSync(path.join(outbox, name), 'utf8').replace(/=\r?\n/g, ''));
  const states = Object.entries(Object.groupBy(work, ({ state }) => state)).map(
    ([state, rows]) => `${rows?.length} ${state}`,
  );
  return {
    mails: sent.length,
    transcriptions: work.length,
    states: states.join(', '),
    sentLinks: (link: string) => texts.filter((text) => text.includes(new URL(link).pathname)).length === 1,
  };
}
