import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { ApiKey } from '#shared/contract/programs.ts';
import { apiKeyPrefix, apiKeysPerUser } from '#shared/limits.ts';
import { readAccount } from '../accounts/store.ts';
import { Failure } from '../core/failure.ts';
import { randomToken, sha256 } from '../core/keys.ts';
import type { Account, Caller } from '../core/session.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { ServiceContext } from '../service-context.ts';
import { lockUser } from '../transcription/store.ts';
import * as store from './key-store.ts';

const describeKey = ({ id, name, createdAt, lastUsedAt }: store.KeyRow): ApiKey => {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
};

/** Keys by which other programs act for an account (decisions/158). */
export function createKeyService({ database: { db }, clock, log, limiter }: ServiceContext & { limiter: Limiter }) {
  return {
    async list({ id, mayMakeKeys }: Account) {
      return { mayMakeKeys, keys: (await store.listKeysOf(db, id)).map(describeKey) };
    },

    async make(account: Account, name: string): Promise<ApiKey & { key: string }> {
      if (!account.mayMakeKeys) throw new Failure('KEYS_NOT_ALLOWED');
      const key = `${apiKeyPrefix}${randomToken(32)}`;
      const own = { id: randomToken(12), userId: account.id, name, keyHash: sha256(key) };
      const row = { ...own, createdAt: clock.now(), lastUsedAt: null };
      await db.transaction(async (tx) => {
        await lockUser(tx, account.id);
        const { length } = await store.listKeysOf(tx, account.id);
        if (length >= apiKeysPerUser) throw new Failure('KEYS_TOO_MANY', { values: { max: apiKeysPerUser } });
        await store.insertKey(tx, row);
      });
      log('key_made', { email: account.email });
      return { ...describeKey(row), key };
    },

    async end(account: Account, id: string): Promise<void> {
      if (!(await store.deleteKey(db, { userId: account.id, id }))) throw new Failure('NOT_FOUND');
      log('key_ended', { email: account.email });
    },

    /** @throws {Failure} `KEY_INVALID`, `KEYS_NOT_ALLOWED` or `RATE_LIMITED` */
    async authenticate(authorization = ''): Promise<Caller> {
      const key = /^Bearer (ssa_[\w-]{43})$/i.exec(authorization)?.[1];
      const used = key && (await store.touchKey(db, sha256(key), clock.now()));
      const account = used && (await readAccount(db, used.userId));
      if (!account) throw new Failure('KEY_INVALID');
      await limiter.take('requestsPerKeyPerMinute', used.id);
      if (!account.mayMakeKeys) throw new Failure('KEYS_NOT_ALLOWED');
      return { account };
    },
  };
}

export type KeyService = ReturnType<typeof createKeyService>;

/** Where the contract takes no keys, a key is no session either. */
export const isForKeys = (authorization: string | undefined, taken: Endpoint['keys']): boolean =>
  taken === 'only' || (taken === 'also' && authorization?.includes(apiKeyPrefix) === true);
