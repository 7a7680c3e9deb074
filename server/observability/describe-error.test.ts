import { describe, expect, it } from 'vitest';
import { describeError, nameError } from './describe-error.ts';

const secret = 'xaawo@tusaale.so';

describe('an error on its way into a log', () => {
  it('keeps its type, codes and places, and those of its causes', () => {
    class QueryError extends Error {}
    const cause = Object.assign(new Error(`Key (email)=(${secret})`), {
      code: '23505',
      constraint: 'users_email_unique',
    });
    const described = describeError(new QueryError(`Failed query: params: ${secret}`, { cause }));
    expect(described).toMatchObject({
      type: 'QueryError',
      cause: { type: 'Error', code: '23505', constraint: 'users_email_unique' },
    });
    expect(described.at?.[0]).toMatch(/^(\S+ )?describe-error\.test\.ts:\d+$/);
    expect(JSON.stringify(described)).not.toContain('tusaale');
  });

  it('lets nothing through that only looks like a code, a name or a place', () => {
    const error = Object.assign(new Error(`first\n    at ${secret} (/a/${secret}:1:1)`), {
      code: `EENVELOPE ${secret}`,
      constraint: secret,
      responseCode: 450,
      response: secret,
      query: secret,
    });
    expect(JSON.stringify(describeError(error))).not.toContain('tusaale');
    expect(nameError(error)).toBe('Error 450');
  });

  it('needs no error at all, and no end of causes', () => {
    expect(describeError(secret)).toEqual({ type: 'string' });
    expect(describeError(null)).toEqual({ type: 'object' });
    const copied = {
      message: secret,
      stack: `Error: ${secret}\n    at work (/a/b.ts:1:2)`,
      code: '57P01',
      query: secret,
    };
    expect(describeError(copied)).toEqual({ type: 'Object', code: '57P01', at: ['work b.ts:1'] });
    const ring = new Error('ring');
    ring.cause = ring;
    expect(JSON.stringify(describeError(ring)).length).toBeLessThan(5_000);
  });
});
