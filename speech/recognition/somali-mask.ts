import { foldApostrophes, foreignLetters, somaliText } from '../somali/alphabet.ts';
import { SpeechError } from '../speech-error.ts';
import { blankId, type Tokens } from './tokens.ts';

/**
 * What a recogniser may write: one class for the blank (class 0) and one for each distinct Somali text. Tokens that give
 * the same text (`A` and `a`, the kinds of apostrophe) share a class, so that they cannot compete with each other.
 */
export type SomaliMask = {
  /** Output text of each class, lower-case; `''` for the blank, `' '` for the space. */
  texts: readonly string[];
  /** Allowed token ids in order of class: `columnClasses[i]` is the class of `columns[i]`. */
  columns: Int32Array;
  columnClasses: Int32Array;
  /** Log weight added to the logit of `columns[i]`: 0, or the penalty of letters foreign to Somali. */
  columnBias: Float32Array;
  spaceClass: number;
};

/** Letters foreign to Somali win only where they are clearly heard. */
const foreignLetterBias = -2.5;

const foldToken = (token: string): string => foldApostrophes(token).toLowerCase();

/**
 * Builds the mask by reading the tokens, so that it fits any vocabulary of this family (32 or 10,288 tokens).
 * @throws {SpeechError} `ENGINE_NOT_READY` when the vocabulary has no space or no letters.
 */
export function buildSomaliMask(tokens: Tokens): SomaliMask {
  const texts = [''];
  const classes = new Map<string, number>();
  const columns: { id: number; klass: number; bias: number }[] = [{ id: blankId, klass: 0, bias: 0 }];
  for (const [id, token] of tokens.entries()) {
    const text = foldToken(token);
    if (id === blankId || !somaliText.test(text)) continue;
    const klass = classes.get(text) ?? texts.push(text) - 1;
    classes.set(text, klass);
    columns.push({ id, klass, bias: foreignLetters.test(text) ? foreignLetterBias : 0 });
  }
  const spaceClass = classes.get(' ');
  if (spaceClass === undefined || classes.size < 2) {
    throw new SpeechError('ENGINE_NOT_READY', 'tokens.txt has no space or no letters');
  }
  columns.sort((a, b) => a.klass - b.klass);
  return {
    texts,
    columns: Int32Array.from(columns, ({ id }) => id),
    columnClasses: Int32Array.from(columns, ({ klass }) => klass),
    columnBias: Float32Array.from(columns, ({ bias }) => bias),
    spaceClass,
  };
}
