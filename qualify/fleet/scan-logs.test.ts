import { describe, expect, it } from 'vitest';
import { findPersonal } from './scan-logs.ts';

describe('the scan of logs', () => {
  it('passes lines that name nobody', () => {
    const lines = ['{"route":"/api/auth/verify/:token","status":200}', '', 'will be removed in pg@9.0. Use pg@9.0.1.'];
    expect(findPersonal(lines, { link: ['abc123', ''] })).toEqual([]);
  });

  it('finds what it was told of, addresses, tokens and signatures, and never repeats them', () => {
    const lines = [
      'GET /verify/abc123',
      'to qof@tusaale.so',
      'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9m',
      'GET /audio?X-Amz-Signature=00ff',
      'postgres://them:word@10.0.0.5/books',
    ];
    expect(findPersonal(lines, { link: ['abc123'] })).toEqual([
      'link in line 1',
      'address in line 2',
      'token in line 3',
      'signature in line 4',
      'address in line 5',
    ]);
  });
});
