import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Refuse } from '#platform/read-variables.ts';

const alphabets: readonly [RegExp, number][] = [
  [/^\d+$/, 10],
  [/^[\da-f]+$|^[\dA-F]+$/, 16],
  [/^[\da-z]+$|^[\dA-Z]+$/, 36],
  [/^[\da-zA-Z]+$/, 62],
];
const widestAlphabet = 80;
/** English has less than two bits a letter (Shannon 1951). */
const bitsOfWordLetter = 1.5;
const keyboardRows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

const alphabetOf = (secret: string): number =>
  alphabets.find(([pattern]) => pattern.test(secret))?.[1] ?? widestAlphabet;

/** The next sign on the keyboard, up or down the alphabet, or the same again. */
function isStep(before: string, sign: string): boolean {
  if (Math.abs(sign.charCodeAt(0) - before.charCodeAt(0)) <= 1) return true;
  return keyboardRows.some((row) => row.includes(`${before}${sign}`.toLowerCase()));
}

function* placesOfWords(secret: string): Generator<number> {
  for (const { 0: run, index } of secret.matchAll(/[A-Z][a-z]{2,}|[a-z]{3,}|[A-Z]{5,}/g))
    if (/[aeiouy]/i.test(run)) for (let at = 0; at < run.length; at += 1) yield index + at;
}

/**
 * A cautious estimate of how many bits somebody would have to guess: signs that repeat what stood before, or that follow
 * the last one on the keyboard or in the alphabet, count nothing; letters of runs that could be words count little.
 */
export function estimateSecretBits(secret: string): number {
  const bitsOfSign = Math.log2(alphabetOf(secret));
  const isInWord = new Set(placesOfWords(secret));
  let bits = 0;
  for (let at = 0; at < secret.length; at += 1) {
    const sign = secret[at] ?? '';
    const before = secret[at - 1];
    if (before !== undefined && isStep(before, sign)) continue;
    const repeated = at >= 2 && secret.indexOf(secret.slice(at - 2, at + 1)) < at - 2;
    if (!repeated) bits += isInWord.has(at) ? bitsOfWordLetter : bitsOfSign;
  }
  return bits;
}

/** Commands make none: a new secret would be another than the servers'. */
type Place = { dataDir: string; isProduction: boolean; makesSecret: boolean };

const minBytes = 32;
/** The floor of NIST SP 800-131A. The estimate is cautious: 32 random bytes reach 200, what people make up does not reach this. */
const minBits = 112;
const cure = 'set at least 32 random bytes: openssl rand -base64 48';

function refuseWeakSecret(refuse: Refuse, secret: string): void {
  const isShort = Buffer.byteLength(secret) < minBytes;
  const isNamed = /change-?me|example|password|secret/i.test(secret);
  if (isShort) refuse('SESSION_SECRET', `is shorter than ${minBytes} bytes`, cure);
  else if (isNamed || estimateSecretBits(secret) < minBits) refuse('SESSION_SECRET', 'is too easy to guess', cure);
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
export function readSessionSecrets(
  given: string | undefined,
  refuse: Refuse,
  place: Place,
): readonly [string, ...string[]] {
  if (given === undefined) return [place.isProduction ? '' : readOrMakeSecret(place)];
  const [first = '', ...rest] = given.split(',').map((secret) => secret.trim());
  if (rest.length > 1) refuse('SESSION_SECRET', 'holds more than two secrets', 'keep the new one and the old one');
  for (const secret of [first, ...rest]) refuseWeakSecret(refuse, secret);
  return [first, ...rest];
}
