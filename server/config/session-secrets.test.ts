import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSessionSecrets } from './session-secrets.ts';

const faultOf = (secret: string): string | undefined => {
  const faults: string[] = [];
  readSessionSecrets(secret, (_, fault) => faults.push(fault), { dataDir: '', isProduction: true, makesSecret: false });
  return faults[0];
};

it.each(['abcabcabcabcabcabcabcabcabcabcabcabcabc', '2026-11-21 2026-11-21 2026-11-21 2026-11-21'])(
  'is refused with few distinct signs: %s (D18, S31)',
  (secret) => expect(faultOf(secret)).toBe('is too easy to guess'),
);

it.each(['hex', 'base64', 'base64url'] as const)('is taken as operators are told to make it, in %s', (encoding) => {
  for (let made = 0; made < 1_000; made += 1) expect(faultOf(randomBytes(48).toString(encoding))).toBeUndefined();
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
