import { maxUploadBytes } from '#shared/limits.ts';

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
