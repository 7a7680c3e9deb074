import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, type Reader } from './read-environment.ts';

const minBytes = 32;
const cure = 'set at least 32 random bytes: openssl rand -base64 48';

function refuseWeakSecret(secret: string): void {
  if (Buffer.byteLength(secret) < minBytes) {
    throw new ConfigError('SESSION_SECRET', `is shorter than ${minBytes} bytes`, cure);
  }
  if (new Set(secret).size < 12 || /change-?me|example|password|secret/i.test(secret)) {
    throw new ConfigError('SESSION_SECRET', 'is too easy to guess', cure);
  }
}

/** A secret of this machine's own, made once; production never gets here. */
function readOrMakeSecret(dataDir: string): string {
  const file = path.join(dataDir, 'session-secret');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const secret = randomBytes(48).toString('base64');
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  }
}

/** The first secret signs; a second one is still accepted while keys are changed (security.md S31). */
export function readSessionSecrets(read: Reader, dataDir: string): readonly [string, ...string[]] {
  const given = read.optional('SESSION_SECRET');
  const [first, ...rest] = (given ?? readOrMakeSecret(dataDir)).split(',').map((secret) => secret.trim());
  if (first === undefined || rest.length > 1)
    throw new ConfigError('SESSION_SECRET', 'holds more than two secrets', 'keep the new one and the old one');
  for (const secret of [first, ...rest]) refuseWeakSecret(secret);
  return [first, ...rest];
}
