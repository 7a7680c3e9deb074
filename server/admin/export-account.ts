import { signedUrlValidSeconds } from '#shared/limits.ts';
import { listSessionsOf, type UserRow } from '../accounts/store.ts';
import type { Db } from '../db/database.ts';
import { listEntriesOf } from '../ledger/store.ts';
import { listMailsTo } from '../mail/store.ts';
import { listKeysOf } from '../programs/key-store.ts';
import type { Storage } from '../storage/storage.ts';
import { listOfUser } from '../transcription/store.ts';

/** Everything that is kept about a person, for the person: nothing in it opens anything but the recordings, for minutes. */
export async function exportAccount(db: Db, storage: Pick<Storage, 'signUrl'>, user: UserRow) {
  const { id, mailbox: _mailbox, ...account } = user;
  const recordings = await listOfUser(db, id);
  const describe = async ({ id: transcriptionId, audioKey: key, ...row }: (typeof recordings)[number]) => {
    const { createdAt, state, durationSeconds, title, result, correction, speakers, ownWords, wasRight } = row;
    const audioUrl = key && (await storage.signUrl({ key, transcriptionId }, signedUrlValidSeconds));
    const shown = { id: transcriptionId, createdAt, state, durationSeconds, title, result, correction, speakers };
    return { ...shown, ownWords, wasRight, audioUrl };
  };
  return {
    account,
    attempts: await listEntriesOf(db, id),
    sessions: (await listSessionsOf(db, id)).map(({ createdAt, lastSeenAt, device }) => ({
      createdAt,
      lastSeenAt,
      device,
    })),
    keys: (await listKeysOf(db, id)).map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
    mails: await listMailsTo(db, user.email),
    transcriptions: await Promise.all(recordings.map(describe)),
  };
}
