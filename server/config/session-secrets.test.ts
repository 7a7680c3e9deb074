import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { estimateSecretBits } from './session-secrets.ts';

describe('the estimate of a secret’s bits (D18, S31)', () => {
  it.each([
    'aaaaaaaaaaaabbbbbbbbbbbbccccdefghijkl',
    '123456789012345678901234567890abcdef',
    'qwertyuiopasdfghjklzxcvbnm1234567890',
    'correct horse battery staple correct horse',
    'ThisIsTheKeyOfOurNewServiceInHargeysa2026',
    'somali-speech-production-key-2026-hargeysa',
    'abcabcabcabcabcabcabcabcabcabcabcabcabc',
    '2026-11-21 2026-11-21 2026-11-21 2026-11-21',
  ])('is low for %s', (secret) => {
    expect(estimateSecretBits(secret)).toBeLessThan(112);
  });

  it.each(['hex', 'base64', 'base64url'] as const)(
    'is high for what we tell people to set, in %s, every time',
    (encoding) => {
      const lowest = Math.min(
        ...Array.from({ length: 2_000 }, () => estimateSecretBits(randomBytes(48).toString(encoding))),
      );
      expect(lowest).toBeGreaterThan(112);
    },
  );
});
