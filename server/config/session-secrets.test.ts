import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { estimateSecretBits, readSessionSecrets } from './session-secrets.ts';

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

it('is made anew where a full disk left an empty file in its place', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'secret-'));
  writeFileSync(path.join(dataDir, 'session-secret'), '');
  const read = () => readSessionSecrets(undefined, () => {}, { dataDir, isProduction: false, makesSecret: true })[0];
  const made = read();
  expect(made).toHaveLength(64);
  expect(read()).toBe(made);
  rmSync(dataDir, { recursive: true });
});
