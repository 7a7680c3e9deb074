import { describe, expect, it } from 'vitest';
import { maxUploadBytes } from '#shared/limits.ts';
import { createTransfers, readTransferLimits } from './transfers.ts';

const megabyte = 1_048_576;
const limits = {
  perAccount: { count: 3, bytes: 100 * megabyte },
  perAddress: { count: 5, bytes: 200 * megabyte },
  perProcess: { count: 8, bytes: 300 * megabyte },
};
const codeOf = (begin: () => unknown): unknown => {
  try {
    begin();
    return 'begun';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('bodies on their way in', () => {
  it('are bounded in number and bytes for an account, an address and the process', () => {
    const transfers = createTransfers(limits);
    const begin = (account: string, address: string, bytes = megabyte) =>
      codeOf(() => transfers.begin({ account, address, bytes }));
    expect([begin('a', '1'), begin('a', '1'), begin('a', '2'), begin('a', '3')]).toEqual([
      'begun',
      'begun',
      'begun',
      'UPLOAD_RATE_LIMITED',
    ]);
    expect(begin('b', '1', 100 * megabyte)).toBe('begun');
    expect(begin('b', '4', 1)).toBe('UPLOAD_RATE_LIMITED');
    expect(begin('c', '1', 99 * megabyte)).toBe('UPLOAD_RATE_LIMITED');
    expect(begin('c', '5', 100 * megabyte)).toBe('begun');
    expect(begin('d', '6', 100 * megabyte)).toBe('QUEUE_FULL');
  });

  it('give their room back once', () => {
    const transfers = createTransfers({ ...limits, perAccount: { count: 1, bytes: megabyte } });
    const request = { account: 'a', address: '1', bytes: megabyte };
    const end = transfers.begin(request);
    expect(codeOf(() => transfers.begin(request))).toBe('UPLOAD_RATE_LIMITED');
    expect(transfers.heldBytes()).toBe(megabyte);
    end();
    end();
    expect(transfers.heldBytes()).toBe(0);
    const endSecond = transfers.begin(request);
    expect(codeOf(() => transfers.begin(request))).toBe('UPLOAD_RATE_LIMITED');
    endSecond();
    expect(codeOf(() => transfers.begin(request))).toBe('begun');
  });

  it('give back only what was theirs, up to the last byte of a limit', () => {
    const transfers = createTransfers({ ...limits, perAccount: { count: 2, bytes: 10 } });
    const begin = (bytes: number) => transfers.begin({ account: 'a', address: '1', bytes });
    const ends = [begin(4), begin(6)];
    expect(codeOf(() => begin(1))).toBe('UPLOAD_RATE_LIMITED');
    ends[0]?.();
    expect(codeOf(() => begin(5))).toBe('UPLOAD_RATE_LIMITED');
    const again = begin(4);
    expect(() => begin(1)).toThrow(expect.objectContaining({ retryAfterSeconds: 10 }));
    again();
    ends[1]?.();
    expect([codeOf(() => begin(9)), codeOf(() => begin(2)), codeOf(() => begin(1))]).toEqual([
      'begun',
      'UPLOAD_RATE_LIMITED',
      'begun',
    ]);
  });

  it('have by the setting a whole for the process, and a quarter for an address, but room for the largest file', () => {
    const { perAddress, perProcess } = readTransferLimits(400);
    expect([perAddress, perProcess]).toEqual([
      { count: 100, bytes: 100 * megabyte },
      { count: 200, bytes: 400 * megabyte },
    ]);
    expect(readTransferLimits(60).perAddress.bytes).toBe(maxUploadBytes);
  });

  it('of one visitor always fit alone, however large', () => {
    const transfers = createTransfers({ ...limits, perAccount: { count: 1, bytes: 1 } });
    expect(codeOf(() => transfers.begin({ account: 'a', address: '1', bytes: megabyte }))).toBe('begun');
  });
});
