import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Person } from './person.ts';
import type { Fleet } from './start-fleet.ts';

const lookEveryMilliseconds = 250;

type Work = { id: string; email: string; sha256: string; state: string; charge: string; audio_key: string | null };

type Books = { database: Pick<pg.Pool, 'query'> };

async function readNumber({ database }: Books, query: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(query);
  return Number(rows[0]?.count);
}

export const countOpen = async (books: Books): Promise<{ work: number; mails: number }> => ({
  work: await readNumber(books, `select count(*) from transcriptions where state in ('queued', 'running')`),
  mails: await readNumber(books, `select count(*) from mails where state = 'queued'`),
});

/** Until no work and no mail is open; the seconds it took. */
export async function waitUntilSettled(fleet: Books, withinSeconds: number): Promise<number> {
  for (const from = Date.now(); ; ) {
    const { work, mails } = await countOpen(fleet);
    const seconds = (Date.now() - from) / 1000;
    if (work === 0 && mails === 0) return seconds;
    if (seconds > withinSeconds) throw new Error(`after ${withinSeconds} s: ${work} recordings, ${mails} mails open`);
    await sleep(lookEveryMilliseconds);
  }
}

export async function readWork({ database }: Books): Promise<Work[]> {
  const { rows } = await database.query<Work>(
    `select t.id, u.email, t.sha256, t.state, t.charge, t.audio_key from transcriptions t join users u on u.id = t.user_id`,
  );
  return rows;
}

/** Every balance is the sum of its ledger, and every piece of work has its charge, and its refund where there was none. */
export async function checkLedger({ database }: Books): Promise<void> {
  const wrong = await database.query(
    `select u.id from users u left join ledger_entries l on l.user_id = u.id
     group by u.id having u.attempts <> coalesce(sum(l.delta), 0)`,
  );
  if (wrong.rows.length > 0) throw new Error(`${wrong.rows.length} balances are not the sum of their ledger`);
  const odd = await database.query(
    `select t.id, t.charge, count(*) filter (where l.kind = 'charge') as charges,
       count(*) filter (where l.kind = 'refund') as refunds
     from transcriptions t left join ledger_entries l on l.transcription_id = t.id group by t.id
     having count(*) filter (where l.kind = 'charge') <> 1
       or count(*) filter (where l.kind = 'refund') <> (case when t.charge = 'refunded' then 1 else 0 end)`,
  );
  if (odd.rows.length > 0) throw new Error(`${odd.rows.length} recordings are not charged once or refunded once`);
}

/** One result, or refunds alone. */
function demandOneEnd(people: readonly Person[], work: readonly Work[]) {
  const byUpload = Map.groupBy(work, ({ email, sha256 }) => `${email} ${sha256}`);
  const ends = { result: 0, refund: 0, neverArrived: 0 };
  for (const { email, uploads } of people) {
    for (const { sha256, id } of uploads) {
      const rows = byUpload.get(`${email} ${sha256}`) ?? [];
      const kept = rows.filter(({ charge }) => charge !== 'refunded');
      if (kept.length > 1) throw new Error(`${kept.length} charges for one upload`);
      if (kept.some(({ state, charge }) => state !== 'done' || charge !== 'charged'))
        throw new Error(`an upload is left ${kept[0]?.state}, ${kept[0]?.charge}`);
      if (id !== undefined && kept[0]?.id !== id) throw new Error('a result that was delivered is not the one charged');
      if (kept.length === 1) ends.result += 1;
      else if (rows.length > 0) ends.refund += 1;
      else ends.neverArrived += 1;
    }
  }
  return ends;
}

/** The mail server has each mail of the outbox, and how many it has twice (decision 021). */
async function demandMails(fleet: Fleet): Promise<string> {
  const sent = await readNumber(fleet, `select count(*) from mails where state = 'sent'`);
  const all = await readNumber(fleet, 'select count(*) from mails');
  if (sent !== all) throw new Error(`${all - sent} of ${all} mails were not sent`);
  const arrived = fleet.inbox.received.length;
  // To sign in, or to a result that took long.
  const links = new Set(
    fleet.inbox.received.map(({ mail }) => /\/(verify|demo\/r)\/[\w.-]+/.exec(mail.text ?? '')?.[0]),
  );
  if (links.size !== all) throw new Error(`${all} mails, but ${links.size} different links arrived`);
  return `${all} mails, all sent; ${arrived - all} of them arrived twice`;
}

/** Nothing is lost and nothing counts twice. */
export async function checkBooks(fleet: Fleet, people: readonly Person[]): Promise<string[]> {
  await checkLedger(fleet);
  const work = await readWork(fleet);
  const ends = demandOneEnd(people, work);
  const missing = work.filter(({ audio_key }) => audio_key !== null && !fleet.store.objects.has(audio_key));
  if (missing.length > 0) throw new Error(`${missing.length} recordings are not in the store`);
  const needed = new Set(work.map(({ audio_key }) => audio_key));
  const orphans = [...fleet.store.objects.keys()].filter((key) => !needed.has(key));
  if (fleet.store.refused.length > 0) throw new Error(`the store refused ${fleet.store.refused.length} signatures`);
  const uploads = people.reduce((sum, person) => sum + person.uploads.length, 0);
  return [
    `${people.length} people, ${uploads} uploads: ${ends.result} results charged once, ${ends.refund} refunded, ` +
      `${ends.neverArrived} never arrived; ledger equal`,
    await demandMails(fleet),
    `${fleet.store.objects.size} objects in the store: ${needed.size - (needed.has(null) ? 1 : 0)} recordings, ${orphans.length} left over`,
  ];
}
