import { maxUploadBytes } from '#shared/limits.ts';
import type { Reader } from '../read-environment.ts';
import type { TransferLimits } from '../transcription/transfers.ts';

const megabyte = 1_048_576;
/** Twice the largest file, and as many small ones as a hurried phone may try again and again. */
const perAccount = { count: 24, bytes: 2 * maxUploadBytes };
const connectionsPerAddress = 100;
const connectionsPerProcess = 200;

/** What may be on its way in at once (security.md S51): a class behind one address counts as one address. */
export function readTransferLimits(read: Reader): TransferLimits {
  const megabytes = (name: string, fallback: number) => read.integer(name, fallback, { min: 50, max: 1_000_000 });
  return {
    perAccount,
    perAddress: {
      count: connectionsPerAddress,
      bytes: megabytes('LIMIT_TRANSFER_MEGABYTES_PER_ADDRESS', 1_000) * megabyte,
    },
    perProcess: { count: connectionsPerProcess, bytes: megabytes('LIMIT_TRANSFER_MEGABYTES', 4_000) * megabyte },
  };
}
