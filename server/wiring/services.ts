import { createAccountCleanUps } from '../accounts/clean-up.ts';
import { createSessionService } from '../accounts/session-service.ts';
import { createSessionTokens } from '../accounts/session-tokens.ts';
import { deleteEndedCounters } from '../limits/store.ts';
import { createMailCleanUps } from '../mail/clean-up.ts';
import { createOutbox } from '../mail/outbox.ts';
import { createAccountDeletion } from '../retention/delete-account.ts';
import { createLeftoverSweep } from '../retention/leftovers.ts';
import { createSweeper, type Sweeper } from '../retention/sweep.ts';
import { createTranscriptionCleanUps } from '../transcription/clean-up.ts';
import { listStorageKeys } from '../transcription/store.ts';
import type { Adapters } from './adapters.ts';

type RetentionParts = Pick<Adapters, 'config' | 'database' | 'clock' | 'storage' | 'log' | 'tempDir'>;

export function createRetention({ config, database, clock, storage, log, tempDir }: RetentionParts): Sweeper {
  const { db } = database;
  const { sessionIdleHours, retentionDays, orphanGraceMinutes } = config;
  const transcriptions = createTranscriptionCleanUps({ database, clock, storage, log, retentionDays });
  const listNeededKeys = () => listStorageKeys(db);
  return createSweeper({
    cleanUps: [
      ...createAccountCleanUps({ db, clock, sessionIdleHours }),
      ...createMailCleanUps({ db, clock }),
      ...transcriptions.daily,
    ],
    leftovers: createLeftoverSweep({ storage, clock, tempDir, orphanGraceMinutes, listNeededKeys }),
    refundUnsent: transcriptions.refundUnsent,
    forgetEndedCounters: (now) => deleteEndedCounters(db, now),
    clock,
    log,
  });
}

/** What the roles have in common. */
export function createServices(adapters: Adapters) {
  const { config, clock, database, keys, mailer, log, storage } = adapters;
  const { supportEmail, sessionIdleHours } = config;
  const tokens = createSessionTokens(keys.sessionKeys, clock);
  return {
    outbox: createOutbox({ database, keys, clock, mailer, log, supportEmail }),
    sessions: createSessionService({ database, tokens, clock, log, sessionIdleHours }),
    deletion: createAccountDeletion({ database, storage, keys, clock, log }),
    sweeper: createRetention(adapters),
  };
}

export type Services = ReturnType<typeof createServices>;
