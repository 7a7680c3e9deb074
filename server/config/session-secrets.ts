import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Refuse } from '#platform/read-variables.ts';

type Secrets = readonly [string, ...string[]];
/** Commands make none: a new secret would be another than the servers'. */
type Place = { dataDir: string; isProduction: boolean; makesSecret: boolean };

const minBytes = 32;
/** 32 random bytes in hexadecimal have fewer once in ten million times. */
const minDistinctSigns = 12;
const cure = 'set at least 32 random bytes: openssl rand -base64 48';

function refuseWeakSecret(refuse: Refuse, secret: string): void {
  const isShort = Buffer.byteLength(secret) < minBytes;
  const isNamed = /change-?me|example|password|secret/i.test(secret);
  if (isShort) refuse('SESSION_SECRET', `is shorter than ${minBytes} bytes`, cure);
  else if (isNamed || new Set(secret).size < minDistinctSigns) refuse('SESSION_SECRET', 'is too easy to guess', cure);
}

/** A secret of this machine's own, made once; production never gets here. */
function readOrMakeSecret({ dataDir, makesSecret }: Place): string {
  const file = path.join(dataDir, 'session-secret');
  // An empty one was left by a disk that was full when it was made.
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (kept || !makesSecret) return kept;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(48).toString('base64');
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}

/** The first secret signs; a second one is still accepted while keys are changed (security.md S31). */
export function readSessionSecrets(given: string | undefined, refuse: Refuse, place: Place): Secrets {
  if (given === undefined) return [place.isProduction ? '' : readOrMakeSecret(place)];
  const [first = '', ...rest] = given.split(',').map((secret) => secret.trim());
  if (rest.length > 1) refuse('SESSION_SECRET', 'holds more than two secrets', 'keep the new one and the old one');
  for (const secret of [first, ...rest]) refuseWeakSecret(refuse, secret);
  return [first, ...rest];
}
