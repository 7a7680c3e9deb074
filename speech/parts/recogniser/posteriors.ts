import { foldApostrophes } from '#shared/fold-apostrophes.ts';
import { foreignLetters, somaliText } from '../../somali/spelling.ts';
import { SpeechError } from '../../speech-error.ts';

/** The text of each token of a recogniser, by its id; ids that a file leaves out are `''`. */
export type Tokens = readonly string[];

/** CTC's "nothing here" symbol: id 0 in every export of this family, whatever the file calls it. */
const blankId = 0;

/**
 * Reads `tokens.txt`: one `token id` a line. The token may itself be a space (the line is then two spaces and the id),
 * so lines are split at their last space and never trimmed on the left.
 * @throws {SpeechError} `ENGINE_NOT_READY` when a line has no id, or an id comes twice.
 */
export function loadTokens(text: string): Tokens {
  const tokens: string[] = [];
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (const [index, line] of lines.entries()) {
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

/** Class 0 is the blank, then one class for each distinct text: `A` and `a` must not compete with each other. */
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

/** The letters of classes, as one text. */
export const writeText = (classes: readonly number[], { texts }: SomaliMask): string =>
  classes.map((label) => texts[label] ?? '').join('');

/** The words of a text, each as its classes. */
export function splitWords(classes: readonly number[], { spaceClass }: Pick<SomaliMask, 'spaceClass'>): number[][] {
  const words: number[][] = [[]];
  for (const label of classes) {
    if (label === spaceClass) words.push([]);
    else words.at(-1)?.push(label);
  }
  return words;
}

/**
 * Builds the mask by reading the tokens, so that it fits any vocabulary of this family (32 or 10,288 tokens).
 * @throws {SpeechError} `ENGINE_NOT_READY` when the vocabulary has no space or no letters.
 */
export function buildSomaliMask(tokens: Tokens): SomaliMask {
  const texts = [''];
  const classes = new Map<string, number>();
  const columns: { id: number; label: number; bias: number }[] = [{ id: blankId, label: 0, bias: 0 }];
  for (const [id, token] of tokens.entries()) {
    const text = foldToken(token);
    if (id === blankId || !somaliText.test(text)) continue;
    const label = classes.get(text) ?? texts.push(text) - 1;
    classes.set(text, label);
    columns.push({ id, label, bias: foreignLetters.test(text) ? foreignLetterBias : 0 });
  }
  const spaceClass = classes.get(' ');
  if (spaceClass === undefined || classes.size < 2) {
    throw new SpeechError('ENGINE_NOT_READY', 'tokens.txt has no space or no letters');
  }
  columns.sort((a, b) => a.label - b.label);
  return {
    texts,
    columns: Int32Array.from(columns, ({ id }) => id),
    columnClasses: Int32Array.from(columns, ({ label }) => label),
    columnBias: Float32Array.from(columns, ({ bias }) => bias),
    spaceClass,
  };
}

/** What the network believes of each 20 ms frame, once only Somali text and the blank are left to choose from. */
export type MaskedPosteriors = {
  frameCount: number;
  classCount: number;
  /** Natural logarithms, row by row: `[frame * classCount + class]`; every row's probabilities add up to 1. */
  logProbabilities: Float32Array;
  /** Share of each frame's probability that the network gave to tokens outside the mask, in [0, 1]. */
  outOfAlphabetProbability: Float32Array;
};

/** Log probabilities by class, frame after frame: views, not copies. */
export const listRows = ({ logProbabilities, frameCount, classCount }: MaskedPosteriors, first = 0, end = frameCount) =>
  Array.from({ length: end - first }, (_, at) =>
    logProbabilities.subarray((first + at) * classCount, (first + at + 1) * classCount),
  );

export type Logits = { data: Float32Array; frameCount: number; vocabularySize: number };

/**
 * Log-softmax over the mask's classes alone. The wide row of logits is read in place, never copied.
 * @throws {SpeechError} `ENGINE_NOT_READY` when the mask was built from another vocabulary than the network's;
 * `TRANSCRIPTION_FAILED` for logits that are not finite.
 */
export function maskPosteriors(logits: Logits, mask: SomaliMask): MaskedPosteriors {
  const { data, frameCount, vocabularySize } = logits;
  if (Math.max(...mask.columns) >= vocabularySize) {
    throw new SpeechError('ENGINE_NOT_READY', `tokens.txt names more tokens than the network's ${vocabularySize}`);
  }
  const classCount = mask.texts.length;
  const logProbabilities = new Float32Array(frameCount * classCount);
  const outOfAlphabetProbability = new Float32Array(frameCount);
  for (let frame = 0; frame < frameCount; frame += 1) {
    const row = data.subarray(frame * vocabularySize, (frame + 1) * vocabularySize);
    const best = findBest(row, mask.columns);
    outOfAlphabetProbability[frame] = measureOutOfAlphabet(row, mask.columns, best);
    writeLogSoftmax(row, mask, best, logProbabilities.subarray(frame * classCount, (frame + 1) * classCount));
  }
  return { frameCount, classCount, logProbabilities, outOfAlphabetProbability };
}

function findBest(row: Float32Array, columns: Int32Array): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < columns.length; i += 1) best = Math.max(best, row[columns[i] ?? 0] ?? best);
  return best;
}

function writeLogSoftmax(row: Float32Array, mask: SomaliMask, best: number, output: Float32Array): void {
  const { columns, columnClasses, columnBias } = mask;
  let total = 0;
  for (let i = 0; i < columns.length; i += 1) {
    const label = columnClasses[i] ?? 0;
    const weight = Math.exp((row[columns[i] ?? 0] ?? 0) - best + (columnBias[i] ?? 0));
    output[label] = (output[label] ?? 0) + weight;
    total += weight;
  }
  // Infinite or undefined logits end here: they would otherwise come out as words.
  if (!(total > 0))
    throw new SpeechError('TRANSCRIPTION_FAILED', 'the network answered with something else than numbers');
  for (let label = 0; label < output.length; label += 1) output[label] = Math.log((output[label] ?? 0) / total);
}

/** The one place that reads 10,288 columns: `exp(d) ≈ (1 + d/256)^256` (within 2 %) costs a third of `Math.exp`. */
function measureOutOfAlphabet(row: Float32Array, columns: Int32Array, best: number): number {
  let all = 0;
  for (let i = 0; i < row.length; i += 1) all += approximateExp((row[i] ?? 0) - best);
  let allowed = 0;
  for (let i = 0; i < columns.length; i += 1) allowed += approximateExp((row[columns[i] ?? 0] ?? 0) - best);
  return Number.isFinite(all) ? Math.max(0, 1 - allowed / all) : 1;
}

function approximateExp(difference: number): number {
  let power = 1 + difference / 256;
  if (power <= 0) return 0;
  power *= power;
  power *= power;
  power *= power;
  power *= power;
  power *= power;
  power *= power;
  power *= power;
  return power * power;
}

/** The order that NVIDIA's study found best for telling wrong words; below 1 it weighs the runners-up more. */
const alpha = 0.33;

/**
 * How sure one frame is, in [0, 1]: the Tsallis entropy of its posteriors, exponentially normalised. 1 when one class
 * has all the probability, 0 when all classes are equally likely.
 *
 *     H = (Σ pᵅ − 1) / (1 − α)       Hmax = (V^(1−α) − 1) / (1 − α)
 *     confidence = (e^−H − e^−Hmax) / (1 − e^−Hmax),  α = 0.33, V classes
 *
 * Source: Laptev and Ginsburg 2022, "Fast entropy-based methods of word-level confidence estimation for end-to-end
 * automatic speech recognition", arXiv 2212.08703.
 * @param row natural-log posteriors of one frame over the masked classes.
 */
export function measureFrameConfidence(row: Float32Array): number {
  let powers = 0;
  for (let label = 0; label < row.length; label += 1) powers += Math.exp(alpha * (row[label] ?? 0));
  const lowest = Math.exp((1 - row.length ** (1 - alpha)) / (1 - alpha));
  const confidence = (Math.exp((1 - powers) / (1 - alpha)) - lowest) / (1 - lowest);
  return Math.min(1, Math.max(0, confidence));
}

/** Shannon entropy of one frame's posteriors over `ln V`: 0 when certain, 1 when all classes are equally likely. */
export function measureFrameEntropy(row: Float32Array): number {
  let entropy = 0;
  for (let label = 0; label < row.length; label += 1) {
    const logProbability = row[label] ?? 0;
    if (logProbability > -50) entropy -= Math.exp(logProbability) * logProbability;
  }
  return row.length > 1 ? entropy / Math.log(row.length) : 0;
}
