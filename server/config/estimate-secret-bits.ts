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
