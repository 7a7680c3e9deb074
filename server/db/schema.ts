import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { UploadEvent } from '#shared/contract/transcription.ts';
import type { Language } from '#shared/languages.ts';
import type { Correction, Speakers, SpeechEngineState } from '#shared/transcript.ts';
import type { SavedPart, SpeechResult } from '#speech/engine.ts';
import { searchedWords } from './search-words.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The request that asked for the work: a worker's log lines carry its id. */
export type Origin = { requestId?: string };

/** What a visitor typed at sign-up; it becomes the account's when the link is used, never before (security.md S6). */
export type Profile = {
  fullName: string;
  title: string | null;
  organization: string | null;
  /** The policy in force and the moment of consent (security.md S64). */
  policyVersion: string;
  consentedAt: string;
};

/** The latest event of each stage, so that a listener who comes late catches up with one read. */
export type Progress = { [S in UploadEvent['stage']]?: Extract<UploadEvent, { stage: S }> };

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull().unique(),
    /** The address without what its provider ignores; free attempts are counted by it. Empty for an account older than it. */
    mailbox: text('mailbox'),
    fullName: text('full_name').notNull(),
    title: text('title'),
    organization: text('organization'),
    language: text('language').$type<Language>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    isUnlimited: boolean('is_unlimited').notNull().default(false),
    /** The operator allows keys for programs; a premium account needs no more. */
    mayMakeKeys: boolean('may_make_keys').notNull().default(false),
    policyVersion: text('policy_version').notNull(),
    consentedAt: moment('consented_at').notNull(),
    /** Whether what they correct may teach the next model, and since when they say so; empty until they are asked. */
    mayTeach: boolean('may_teach'),
    mayTeachSince: moment('may_teach_since'),
    /** What stands for them in that set. */
    speaker: integer('speaker'),
    /** Whether a mail tells them that a result is ready which took long; it does where this is empty. */
    wantsReadyMail: boolean('wants_ready_mail'),
    ownWords: jsonb('own_words').$type<string[]>().notNull().default([]),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('attempts_never_negative', sql`${table.attempts} >= 0`),
    index('users_by_mailbox').on(table.mailbox),
  ],
);

const ownerId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const magicLinks = pgTable(
  'magic_links',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    email: text('email').notNull(),
    profile: jsonb('profile').$type<Profile>(),
    language: text('language').$type<Language>().notNull(),
    browserHash: text('browser_hash'),
    /** Of the six digits in the same mail, together with the browser's mark. */
    codeHash: text('code_hash'),
    codeTries: integer('code_tries').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    supersededAt: moment('superseded_at'),
  },
  (table) => [index('magic_links_by_email').on(table.email, table.createdAt)],
);

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: ownerId(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    /** For its owner's eyes: the kind of browser and machine it was opened with. */
    device: text('device').notNull().default(''),
  },
  (table) => [index('sessions_by_user').on(table.userId)],
);

export const apiKeys = pgTable('api_keys', {
  id: text('id').primaryKey(),
  userId: ownerId(),
  name: text('name').notNull(),
  keyHash: text('key_hash').notNull().unique(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
});

export type LedgerKind = 'grant' | 'charge' | 'refund';

/** Every change of a balance; the sum of `delta` is the user's `attempts`. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: ownerId(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    delta: integer('delta').notNull(),
    reason: text('reason').notNull(),
    transcriptionId: text('transcription_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('ledger_by_user').on(table.userId),
    uniqueIndex('ledger_once_per_transcription').on(table.transcriptionId, table.kind),
  ],
);

/** Of this corrected text: one that was changed since has to be looked at again. */
export type Review = { transcript: string; isAccepted: boolean; by: string; at: string };

export const transcriptions = pgTable(
  'transcriptions',
  {
    id: text('id').primaryKey(),
    userId: ownerId(),
    sha256: text('sha256').notNull(),
    state: text('state').$type<'queued' | 'running' | 'done' | 'failed'>().notNull(),
    /** `free`: a premium user's work, which costs nothing. */
    charge: text('charge').$type<'reserved' | 'charged' | 'refunded' | 'free'>().notNull(),
    errorCode: text('error_code'),
    uploadKey: text('upload_key'),
    audioKey: text('audio_key'),
    uploadBytes: integer('upload_bytes').notNull(),
    /** Its owner was asked whether it is Somali and wants the text all the same. */
    anyLanguage: boolean('any_language').notNull().default(false),
    /** Of this recording alone, beside its owner's own words. */
    ownWords: jsonb('own_words').$type<string[]>().notNull().default([]),
    /** The lower the sooner: how many recordings of the same person stood before it when it came, so that work goes round among people. */
    priority: integer('turn').notNull().default(0),
    /** How often a worker has begun: the latest one alone may write. */
    run: integer('run').notNull().default(0),
    /** While it runs: its worker is alive until then, and says so again before. While it waits: no worker takes it earlier. */
    claimedUntil: moment('claimed_until'),
    /** How often its worker fell silent since a part of it was last saved. */
    crashes: integer('deaths').notNull().default(0),
    /** How often it was put back after a failure since a part of it was last saved. */
    tries: integer('tries').notNull().default(0),
    /** The longest that was allowed when it came; empty in rows of releases before 0.4. */
    maxAudioSeconds: integer('max_audio_seconds'),
    startedAt: moment('started_at'),
    /** When a part of it was last saved; empty until it is known to be long. */
    savedAt: moment('saved_at'),
    secondsDone: real('seconds_done').notNull().default(0),
    /** Its owner was told that the result can be fetched later: it is kept although no text has left. */
    isFetchedLater: boolean('is_fetched_later').notNull().default(false),
    origin: jsonb('origin').$type<Origin>(),
    progress: jsonb('progress').$type<Progress>().notNull().default({}),
    /** Of releases before 0.4, which may still run beside this one. */
    recognised: jsonb('recognised'),
    result: jsonb('result').$type<SpeechResult>(),
    durationSeconds: real('duration_seconds'),
    title: text('title'),
    /** Absent while the texts are the engine's. */
    correction: jsonb('correction').$type<Correction>(),
    /** Who spoke, where it is another than the engine told. */
    speakers: jsonb('speakers').$type<Speakers>(),
    /** Rises with every change of title, correction or speakers: a save that knows an older one is refused. */
    version: integer('version').notNull().default(0),
    wasRight: boolean('was_right'),
    review: jsonb('review').$type<Review>(),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
    /** When the first line of text left for a client: from then on the attempt is spent (design.md §5.1). */
    textSentAt: moment('text_sent_at'),
    /** When the client said that it has the whole result; until then it may fetch it again, free of charge. */
    acknowledgedAt: moment('acknowledged_at'),
  },
  (table) => [
    index('transcriptions_by_user').on(table.userId, table.sha256),
    index('transcriptions_by_state').on(table.state, table.createdAt),
    index('transcriptions_by_words').using('gin', searchedWords).with({ fastupdate: false }),
    uniqueIndex('one_run_for_the_same_bytes')
      .on(table.userId, table.sha256)
      .where(sql`${table.state} in ('queued', 'running')`),
  ],
);

/** What is done of work that is not: the engine's own notes, in the order in which they were made. */
export const transcriptionParts = pgTable(
  'transcription_parts',
  {
    transcriptionId: text('transcription_id')
      .notNull()
      .references(() => transcriptions.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    part: jsonb('part').$type<SavedPart>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transcriptionId, table.number] })],
);

/** Corrected texts that wait for their English: one row each, gone when it is there. */
export const translationRequests = pgTable('translation_requests', {
  transcriptionId: text('transcription_id')
    .primaryKey()
    .references(() => transcriptions.id, { onDelete: 'cascade' }),
  /** Of the correction that was asked for: English of an older one is not kept. */
  version: integer('version').notNull(),
  run: integer('run').notNull().default(0),
  claimedUntil: moment('claimed_until'),
  errorCode: text('error_code'),
  origin: jsonb('origin').$type<Origin>(),
  createdAt: moment('created_at').notNull(),
});

export type MailKind = 'sign-up' | 'sign-in' | 'no-account' | 'result-ready';

export const mails = pgTable(
  'mails',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<MailKind>().notNull(),
    recipient: text('recipient').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** The link, sealed with a key of the server's; gone once the mail is sent (security.md S2). */
    sealedLink: text('sealed_link'),
    sealedCode: text('sealed_code'),
    state: text('state').$type<'queued' | 'sent' | 'failed'>().notNull(),
    tries: integer('tries').notNull().default(0),
    /** A sender has it in hand until then, or the next try is not before; a sender that died lets go by itself. */
    claimedUntil: moment('claimed_until'),
    origin: jsonb('origin').$type<Origin>(),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (table) => [index('mails_by_state').on(table.state, table.createdAt)],
);

/** A keyed hash of a deleted account's address, so that signing up again gives no new attempts (design.md §5.9). */
export const usedAddresses = pgTable('used_addresses', {
  addressHash: text('address_hash').primaryKey(),
  attemptsUsed: integer('attempts_used').notNull(),
  deletedAt: moment('deleted_at').notNull(),
});

export const adminActions = pgTable('admin_actions', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  at: moment('at').notNull().defaultNow(),
  actor: text('actor').notNull(),
  command: text('command').notNull(),
  subjectHash: text('subject_hash'),
  outcome: text('outcome').notNull(),
});

/** Of releases before 0.4, which may still run beside this one. */
export const removals = pgTable('removals', { key: text('key').primaryKey() });

/** Random keys that outlive a change of SESSION_SECRET, sealed with a key made from it. */
export const sealedKeys = pgTable('sealed_keys', {
  name: text('name').primaryKey(),
  sealed: text('sealed').notNull(),
});

/** Of releases before 0.4, which may still run beside this one. */
export const scheduledTasks = pgTable('daily_rounds', {
  name: text('name').primaryKey(),
  startedAt: moment('started_at').notNull(),
});

export const rateCounters = pgTable('rate_counters', {
  key: text('key').primaryKey(),
  startedAt: moment('started_at').notNull(),
  endsAt: moment('ends_at').notNull(),
  count: integer('count').notNull(),
});

export const workers = pgTable('workers', {
  id: text('id').primaryKey(),
  engine: jsonb('engine').$type<SpeechEngineState>().notNull(),
  /** Read by releases before 0.4. */
  maxAudioSeconds: integer('max_audio_seconds').notNull(),
  seenAt: moment('seen_at').notNull(),
});
