import { createSessionService } from '../accounts/session-service.ts';
import { createSessionTokens } from '../accounts/session-tokens.ts';
import { deleteEndedCounters } from '../limits/store.ts';
import { createOutbox } from '../mail/outbox.ts';
import { createCleanUps } from '../retention/clean-ups.ts';
import { createAccountDeletion } from '../retention/delete-account.ts';
import { createOrphanCleanUp } from '../retention/orphan-cleanup.ts';
import { createSweeper, type Sweeper } from '../retention/scheduler.ts';
import { listStorageKeys } from '../transcription/store.ts';
import type { Adapters } from './adapters.ts';

type RetentionParts = Pick<Adapters, 'config' | 'database' | 'clock' | 'storage' | 'log' | 'tempDir'>;

export function createRetention({ config, database, clock, storage, log, tempDir }: RetentionParts): Sweeper {
  const { sessionIdleHours, retentionDays, orphanGraceMinutes } = config;
  const cleanUps = createCleanUps({ database, clock, storage, log, sessionIdleHours, retentionDays });
  const listNeededKeys = () => listStorageKeys(database.db);
  return createSweeper({
    cleanUps: cleanUps.daily,
    deleteOrphans: createOrphanCleanUp({ storage, clock, tempDir, orphanGraceMinutes, listNeededKeys }),
    refundUnsent: cleanUps.refundUnsent,
    forgetEndedCounters: (now) => deleteEndedCounters(database.db, now),
    clock,
    log,
  });
}

/** What the roles have in common. */
export function createServices(adapters: Adapters) {
  const { config, clock, database, keys, usedHashes, mailer, log, storage } = adapters;
  const { supportEmail, sessionIdleHours } = config;
  const tokens = createSessionTokens(keys.sessionKeys, clock);
  return {
    outbox: createOutbox({ database, keys, clock, mailer, log, supportEmail }),
    sessions: createSessionService({ database, tokens, clock, log, sessionIdleHours }),
    deletion: createAccountDeletion({ database, storage, usedHashes, clock, log }),
    sweeper: createRetention(adapters),
  };
}

export type Services = ReturnType<typeof createServices>;
