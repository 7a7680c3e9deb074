import { SpeechError } from '../speech-error.ts';

/** The text of each token of a recogniser, by its id; ids that a file leaves out are `''`. */
export type Tokens = readonly string[];

/** CTC's "nothing here" symbol: id 0 in every export of this family, whatever the file calls it. */
export const blankId = 0;

/**
 * Reads `tokens.txt`: one `token id` a line. The token may itself be a space (the line is then two spaces and the id),
 * so lines are split at their last space and never trimmed on the left.
 * @throws {SpeechError} `ENGINE_NOT_READY` when a line has no id, or an id comes twice.
 */
export function loadTokens(text: string): Tokens {
  const tokens: string[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const entry = line.replace(/\r$/, '');
    if (entry === '') continue;
    const split = entry.lastIndexOf(' ');
    const id = Number.parseInt(entry.slice(split + 1), 10);
    if (split < 1 || !/^\d{1,6}$/.test(entry.slice(split + 1)) || tokens[id] !== undefined) {
      throw new SpeechError('ENGINE_NOT_READY', `tokens.txt, line ${index + 1} is not "token id"`);
    }
    tokens[id] = entry.slice(0, split);
  }
  if (tokens.length < 2) throw new SpeechError('ENGINE_NOT_READY', 'tokens.txt names no tokens');
  return Array.from(tokens, (token) => token ?? '');
}
