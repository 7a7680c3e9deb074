import { listRows, type MaskedPosteriors } from './posteriors.ts';

/** No such node, no such class. */
const none = -1;

/** Each node is one class longer than its parent, and a prefix is always the same node; 0 is the empty prefix. */
function createPrefixTree() {
  const parents = [none];
  const classes = [none];
  const firstChildren = [none];
  const nextSiblings = [none];

  const find = (node: number, label: number): number => {
    let child = firstChildren[node] ?? none;
    while (child !== none && classes[child] !== label) child = nextSiblings[child] ?? none;
    return child;
  };
  return {
    find,
    classOf: (node: number): number => classes[node] ?? none,
    findOrAdd(node: number, label: number): number {
      const found = find(node, label);
      if (found !== none) return found;
      const added = parents.push(node) - 1;
      classes.push(label);
      firstChildren.push(none);
      nextSiblings.push(firstChildren[node] ?? none);
      firstChildren[node] = added;
      return added;
    },
    readPath(node: number, most = Number.POSITIVE_INFINITY): number[] {
      const path: number[] = [];
      for (let at = node; at > 0 && path.length < most; at = parents[at] ?? 0) path.push(classes[at] ?? none);
      return path.reverse();
    },
  };
}

type PrefixTree = ReturnType<typeof createPrefixTree>;

/** `log(exp(a) + exp(b))` without overflow; either may be −∞. */
function addLogs(a: number, b: number): number {
  if (a === Number.NEGATIVE_INFINITY) return b;
  if (b === Number.NEGATIVE_INFINITY) return a;
  return a > b ? a + Math.log1p(Math.exp(b - a)) : b + Math.log1p(Math.exp(a - b));
}

/** Classes this far (natural log) below the frame's best are never part of a best text. */
const worthTrying = 14;

/** The `count` most likely classes of one frame of log probabilities, blank (class 0) left out, best first. */
function pickTopClasses(row: Float32Array, count: number): number[] {
  const probability = (label: number) => row[label] ?? 0;
  const least = Math.max(...row) - worthTrying;
  const worthy = [...row.keys()].filter((label) => label > 0 && probability(label) >= least);
  return worthy.sort((one, other) => probability(other) - probability(one)).slice(0, count);
}

/** Knows which text is likely; the beam adds its scores to the acoustic ones. */
export type LanguageModel = {
  /** Weighted natural-log score of every class after `path` (the last classes so far, newest last). */
  scoreNext(path: readonly number[]): Float32Array;
  /** What ends a text after `path`, if its end says anything. */
  scoreEnd?(path: readonly number[]): number;
  /** How many of the newest classes they need. */
  readonly contextLength: number;
};

type BeamSearchOptions = {
  beamWidth?: number;
  /** Classes tried per frame besides the blank. */
  classesPerFrame?: number;
  languageModel?: LanguageModel;
};

export type SearchResult = {
  /** Best class sequence, blanks and repeats already collapsed. */
  classes: number[];
  /** Natural log of the probability of all its paths that stayed in the beam. */
  logProbability: number;
  /** The other sequences left in the beam, best first. */
  others: number[][];
};

/** A frame this sure of its blank cannot change the order of the beam. */
const sureBlank = Math.log(0.999);

/** One prefix in the beam: the log probability of its paths that end in a blank, and of those that do not. */
type Hypothesis = { node: number; blank: number; other: number; total: number; language: number };

/** A prefix that one more frame leads to; `label` is `none` where the prefix stays as it was. */
type Candidate = { from: number; label: number; blank: number; other: number; language: number; rank: number };

/**
 * CTC prefix beam search (Hannun et al. 2014, arXiv 1408.2873): sums the paths of each prefix, where greedy search
 * follows one path. Every frame keeps the `beamWidth` best prefixes (16) and tries the `classesPerFrame` best classes (12).
 */
export function searchPrefixBeam(posteriors: MaskedPosteriors, options: BeamSearchOptions = {}): SearchResult {
  const { beamWidth = 16, classesPerFrame = 12, languageModel } = options;
  const tree = createPrefixTree();
  const language = languageModel && readLanguage(languageModel, tree);
  let beam: Hypothesis[] = [{ node: 0, blank: 0, other: Number.NEGATIVE_INFINITY, total: 0, language: 0 }];
  for (const row of listRows(posteriors)) {
    const blank = row[0] ?? 0;
    if (blank > sureBlank) {
      for (const hypothesis of beam) endInBlank(hypothesis, blank);
      continue;
    }
    const candidates = stay(beam, row, tree);
    extend({ beam, candidates, row, tree, language }, pickTopClasses(row, classesPerFrame));
    beam = keepBest(candidates, beamWidth).map((candidate) => toHypothesis(candidate, beam, tree));
  }
  const rate = ({ node, total, language: before }: Hypothesis) => total + before + (language?.scoreEnd(node) ?? 0);
  const rated = beam.map((hypothesis) => ({ ...hypothesis, rank: rate(hypothesis) })).sort((a, b) => b.rank - a.rank);
  const [classes = [], ...others] = rated.map(({ node }) => tree.readPath(node));
  return { classes, others, logProbability: rated[0]?.total ?? 0 };
}

type Language = { scoresAfter(node: number): Float32Array; scoreEnd(node: number): number };

/** The language model by node of the tree; a prefix stays in the beam for many frames and is asked about once. */
function readLanguage(model: LanguageModel, tree: PrefixTree): Language {
  const rows = new Map<number, Float32Array>();
  const readPath = (node: number) => tree.readPath(node, model.contextLength);
  return {
    scoresAfter(node) {
      const row = rows.get(node) ?? model.scoreNext(readPath(node));
      rows.set(node, row);
      return row;
    },
    scoreEnd: (node) => model.scoreEnd?.(readPath(node)) ?? 0,
  };
}

function endInBlank(hypothesis: Hypothesis, blank: number): void {
  hypothesis.total += blank;
  hypothesis.blank = hypothesis.total;
  hypothesis.other = Number.NEGATIVE_INFINITY;
}

/** The same prefixes one frame later: a blank, or their last class held. */
function stay(beam: Hypothesis[], row: Float32Array, tree: PrefixTree): Candidate[] {
  return beam.map(({ node, total, other, language }, from) => {
    const last = tree.classOf(node);
    const held = last === none ? Number.NEGATIVE_INFINITY : other + (row[last] ?? 0);
    return { from, label: none, blank: total + (row[0] ?? 0), other: held, language, rank: 0 };
  });
}

type Step = {
  beam: Hypothesis[];
  candidates: Candidate[];
  row: Float32Array;
  tree: PrefixTree;
  language: Language | undefined;
};

/** Adds every prefix grown by one class; growing into a prefix that is in the beam already adds to that one. */
function extend({ beam, candidates, row, tree, language: model }: Step, classes: readonly number[]): void {
  const slots = new Map(beam.map(({ node }, slot) => [node, slot]));
  for (const [from, hypothesis] of beam.entries()) {
    const last = tree.classOf(hypothesis.node);
    const scores = model?.scoresAfter(hypothesis.node);
    for (const label of classes) {
      // A class after itself is a new letter only across a blank.
      const other = (label === last ? hypothesis.blank : hypothesis.total) + (row[label] ?? 0);
      if (other === Number.NEGATIVE_INFINITY) continue;
      const child = tree.find(hypothesis.node, label);
      const twin = child === none ? undefined : candidates[slots.get(child) ?? none];
      if (twin !== undefined) {
        twin.other = addLogs(twin.other, other);
        continue;
      }
      const language = hypothesis.language + (scores?.[label] ?? 0);
      candidates.push({ from, label, blank: Number.NEGATIVE_INFINITY, other, language, rank: 0 });
    }
  }
}

function keepBest(candidates: Candidate[], count: number): Candidate[] {
  for (const candidate of candidates) {
    const total = candidate.label === none ? addLogs(candidate.blank, candidate.other) : candidate.other;
    candidate.rank = total + candidate.language;
  }
  return candidates.sort((one, other) => other.rank - one.rank).slice(0, count);
}

function toHypothesis(candidate: Candidate, beam: Hypothesis[], tree: PrefixTree): Hypothesis {
  const { from, label, blank, other, language, rank } = candidate;
  const node = beam[from]?.node ?? 0;
  return {
    node: label === none ? node : tree.findOrAdd(node, label),
    blank,
    other,
    total: rank - language,
    language,
  };
}
