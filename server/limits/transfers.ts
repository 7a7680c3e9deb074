import { maxUploadBytes } from '#shared/limits.ts';
import { Failure } from '../core/failure.ts';

/** How much may be on its way in at once. */
export type TransferLimit = { count: number; bytes: number };
export type TransferLimits = { perAccount: TransferLimit; perAddress: TransferLimit; perProcess: TransferLimit };

const megabyte = 1_048_576;
/** Twice the largest file, and as many small ones as a hurried phone may try again and again. */
const perAccount = { count: 24, bytes: 2 * maxUploadBytes };
const connectionsPerAddress = 100;
const connectionsPerProcess = 200;

/** What may be on its way in at once (security.md S51): a class behind one address counts as one address. */
export const readTransferLimits = (megabytes: { perAddress: number; perProcess: number }): TransferLimits => ({
  perAccount,
  perAddress: { count: connectionsPerAddress, bytes: megabytes.perAddress * megabyte },
  perProcess: { count: connectionsPerProcess, bytes: megabytes.perProcess * megabyte },
});

const retryWhenBusySeconds = 10;

/** Running totals under one kind of key; a key with nothing under way is forgotten. */
export function createTally({ count, bytes }: TransferLimit) {
  const held = new Map<string, TransferLimit>();
  return {
    hasRoom(key: string, more: number): boolean {
      const now = held.get(key);
      return !now || (now.count < count && now.bytes + more <= bytes);
    },
    add(key: string, more: number): void {
      const now = held.get(key) ?? { count: 0, bytes: 0 };
      held.set(key, { count: now.count + 1, bytes: now.bytes + more });
    },
    remove(key: string, less: number): void {
      const now = held.get(key);
      if (!now) return;
      if (now.count <= 1) held.delete(key);
      else held.set(key, { count: now.count - 1, bytes: now.bytes - less });
    },
  };
}

/**
 * Bodies being read by this process: each holds its declared bytes against its account, its address and the process,
 * until its file is whole or gone. One transfer always fits, however small the limits are.
 */
export function createTransfers(limits: TransferLimits) {
  const [accounts, addresses, everything] = [
    createTally(limits.perAccount),
    createTally(limits.perAddress),
    createTally(limits.perProcess),
  ];
  return {
    /**
     * @returns a function that ends the transfer; calling it again changes nothing
     * @throws {Failure} `UPLOAD_RATE_LIMITED` for one's own excess, `QUEUE_FULL` for everybody's
     */
    begin({ account, address, bytes }: { account: string; address: string; bytes: number }): () => void {
      const wait = { retryAfterSeconds: retryWhenBusySeconds };
      if (!accounts.hasRoom(account, bytes)) throw new Failure('UPLOAD_RATE_LIMITED', wait);
      if (!addresses.hasRoom(address, bytes)) throw new Failure('UPLOAD_RATE_LIMITED', wait);
      if (!everything.hasRoom('', bytes)) throw new Failure('QUEUE_FULL', wait);
      const held = [
        [accounts, account],
        [addresses, address],
        [everything, ''],
      ] as const;
      for (const [tally, key] of held) tally.add(key, bytes);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        for (const [tally, key] of held) tally.remove(key, bytes);
      };
    },
  };
}

export type Transfers = ReturnType<typeof createTransfers>;
