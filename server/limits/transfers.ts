import { maxUploadBytes } from '#shared/limits.ts';
import { Failure } from '../core/failure.ts';

export type TransferLimit = { count: number; bytes: number };
export type TransferLimits = { perAccount: TransferLimit; perAddress: TransferLimit; perProcess: TransferLimit };

const megabyte = 1_048_576;
/** Twice the largest file, and as many small ones as a hurried phone may try again and again. */
const perAccount = { count: 24, bytes: 2 * maxUploadBytes };
const connectionsPerAddress = 100;
const connectionsPerProcess = 200;

/** What may be on its way into a process (security.md S51), a quarter of it from one address, as of a class. */
export const readTransferLimits = (megabytes: number): TransferLimits => ({
  perAccount,
  perAddress: { count: connectionsPerAddress, bytes: Math.max(maxUploadBytes, (megabytes / 4) * megabyte) },
  perProcess: { count: connectionsPerProcess, bytes: megabytes * megabyte },
});

const retryWhenBusySeconds = 10;

/** Running totals under one kind of key; a key with nothing under way is forgotten. */
function createTally({ count, bytes }: TransferLimit) {
  const held = new Map<string, TransferLimit>();

  return {
    bytesOf: (key: string) => held.get(key)?.bytes ?? 0,
    /** @returns a function that gives the room back, to be called once; `undefined` where there is none */
    hold(key: string, more: number): (() => void) | undefined {
      const now = held.get(key) ?? { count: 0, bytes: 0 };
      if (now.count > 0 && (now.count >= count || now.bytes + more > bytes)) return undefined;
      held.set(key, { count: now.count + 1, bytes: now.bytes + more });
      return () => {
        const last = held.get(key);
        if (last && last.count > 1) held.set(key, { count: last.count - 1, bytes: last.bytes - more });
        else held.delete(key);
      };
    },
  };
}

/** Bodies under way hold their declared bytes until their file is whole or gone; one transfer always fits. */
export function createTransfers(limits: TransferLimits) {
  const accounts = createTally(limits.perAccount);
  const addresses = createTally(limits.perAddress);
  const whole = createTally(limits.perProcess);
  return {
    /** What all that have begun may still write: what they have written already counts, too. */
    heldBytes: () => whole.bytesOf(''),

    /** Returns what ends it, once. @throws {Failure} `UPLOAD_RATE_LIMITED` for one's own excess, else `QUEUE_FULL` */
    begin({ account, address, bytes }: { account: string; address: string; bytes: number }): () => void {
      using held = new DisposableStack();
      const keep = (release: (() => void) | undefined, code: 'UPLOAD_RATE_LIMITED' | 'QUEUE_FULL') => {
        if (!release) throw new Failure(code, { retryAfterSeconds: retryWhenBusySeconds });
        held.defer(release);
      };
      keep(accounts.hold(account, bytes), 'UPLOAD_RATE_LIMITED');
      keep(addresses.hold(address, bytes), 'UPLOAD_RATE_LIMITED');
      keep(whole.hold('', bytes), 'QUEUE_FULL');
      const all = held.move();
      return () => all.dispose();
    },
  };
}

export type Transfers = ReturnType<typeof createTransfers>;
