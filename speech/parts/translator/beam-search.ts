import { SpeechError } from '../../speech-error.ts';
import { createRowScores, findRepeatingTokens, type RowScores, scoreRow } from './token-scores.ts';

/** Logits of the newest position of every live hypothesis: row `r` is `data[r * width … (r + 1) * width]`. */
export type LogitRows = { data: Float32Array; width: number };

/** A decoder that keeps the state of the hypotheses. One object is one sentence. */
export type StepDecoder = {
  /** One row: what may follow the decoder's start. */
  start(): Promise<LogitRows>;
  /** The new hypothesis `i` is the old hypothesis `parents[i]` followed by `tokens[i]`. */
  advance(parents: readonly number[], tokens: readonly number[]): Promise<LogitRows>;
};

export type BeamSearchOptions = {
  beams: number;
  maxNewTokens: number;
  endId: number;
  /** No n-gram of this size is written more often than the source has it; 0 turns the guard off. */
  noRepeatSize: number;
  source: readonly number[];
  suppressedIds: readonly number[];
  /** Tokens the decoder was begun with that count as written: the target language's. */
  givenTokens: number;
  signal?: AbortSignal | undefined;
};

export type Hypothesis = {
  /** Ends with the end token unless the length ran out. */
  ids: readonly number[];
  logProbabilities: readonly number[];
  total: number;
};

type Candidate = { parent: number; token: number; logProbability: number; total: number };

/** Mean log probability of a token; the language's own counts as written, at no cost (decisions/093). */
export const scoreHypothesis = ({ total, ids }: Pick<Hypothesis, 'total' | 'ids'>, givenTokens = 0): number =>
  total / (ids.length + givenTokens);

/**
 * Beam search over a step decoder. It stops once as many hypotheses as beams have ended and the best live one is, at its
 * present length, no better than the worst of these.
 * @returns the ended hypotheses, best first; at least one.
 * @throws {SpeechError} `TRANSCRIPTION_CANCELLED` between two steps once the signal fires.
 */
export async function searchBeams(decoder: StepDecoder, options: BeamSearchOptions): Promise<Hypothesis[]> {
  const { beams, maxNewTokens, endId } = options;
  const scores = createRowScores(beams * 2);
  const ended: Hypothesis[] = [];
  let live: Hypothesis[] = [{ ids: [], logProbabilities: [], total: 0 }];
  let rows = await decoder.start();
  for (let length = 1; ; length += 1) {
    if (options.signal?.aborted) throw new SpeechError('TRANSCRIPTION_CANCELLED');
    const candidates = pickCandidates(live, rows, scores, options);
    // An end outside the best `beams` would push out a live hypothesis that is better than it.
    const ends = candidates.slice(0, beams).filter(({ token }) => token === endId);
    ended.push(...grow(ends, live));
    const next = candidates.filter(({ token }) => token !== endId).slice(0, beams);
    live = grow(next, live);
    if (length >= maxNewTokens || live.length === 0 || isDecided(ended, live, options)) break;
    rows = await decoder.advance(
      next.map(({ parent }) => parent),
      next.map(({ token }) => token),
    );
  }
  const all = ended.length > 0 ? ended : live;
  const score = (hypothesis: Hypothesis) => scoreHypothesis(hypothesis, options.givenTokens);
  return all.sort((a, b) => score(b) - score(a)).slice(0, beams);
}

/** The best continuations of all live hypotheses together: twice the beams, as up to half of them may be ends. */
function pickCandidates(
  live: readonly Hypothesis[],
  { data, width }: LogitRows,
  scores: RowScores,
  { noRepeatSize, source, suppressedIds }: BeamSearchOptions,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [parent, { ids, total }] of live.entries()) {
    const row = data.subarray(parent * width, (parent + 1) * width);
    scoreRow(row, [...suppressedIds, ...findRepeatingTokens(ids, source, noRepeatSize)], scores);
    for (let i = 0; i < scores.count; i += 1) {
      const logProbability = scores.logProbabilities[i] ?? 0;
      const token = scores.ids[i] ?? 0;
      candidates.push({ parent, token, logProbability, total: total + logProbability });
    }
  }
  return candidates.sort((a, b) => b.total - a.total).slice(0, scores.ids.length);
}

function grow(candidates: readonly Candidate[], live: readonly Hypothesis[]): Hypothesis[] {
  return candidates.flatMap(({ parent, token, logProbability, total }) => {
    const from = live[parent];
    if (from === undefined) return [];
    const logProbabilities = [...from.logProbabilities, logProbability];
    return [{ ids: [...from.ids, token], logProbabilities, total }];
  });
}

function isDecided(
  ended: readonly Hypothesis[],
  live: readonly Hypothesis[],
  { beams, givenTokens }: BeamSearchOptions,
): boolean {
  if (ended.length < beams) return false;
  const score = (hypothesis: Hypothesis) => scoreHypothesis(hypothesis, givenTokens);
  const kept = ended.map(score).sort((a, b) => b - a);
  return Math.max(...live.map(score)) <= (kept[beams - 1] ?? Number.NEGATIVE_INFINITY);
}
