import { describe, expect, it } from 'vitest';
import { letterMask, makePosteriors, spell, writeClasses } from '#tests/support/make-posteriors.ts';
import { alignPath, groupWords } from './align-words.ts';
import { addAlternatives } from './alternatives.ts';
import type { MaskedPosteriors } from './posteriors.ts';
import { searchPrefixBeam } from './prefix-beam-search.ts';

const decode = (path: string) => writeClasses(searchPrefixBeam(makePosteriors(spell(path))).classes);

function makeRandomPosteriors(
  seed: number,
  frameCount: number,
  spread: number,
  classCount = letterMask.texts.length,
): MaskedPosteriors {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const logProbabilities = new Float32Array(frameCount * classCount);
  for (let frame = 0; frame < frameCount; frame += 1) {
    const row = Array.from({ length: classCount }, () => random() * spread);
    const total = Math.log(row.reduce((sum, value) => sum + Math.exp(value), 0));
    logProbabilities.set(
      row.map((value) => value - total),
      frame * classCount,
    );
  }
  return { frameCount, classCount, logProbabilities, outOfAlphabetProbability: new Float32Array(frameCount) };
}

/** The single most likely path: the best class of each frame. */
const findBestClasses = ({ logProbabilities, frameCount, classCount }: MaskedPosteriors) =>
  Array.from({ length: frameCount }, (_, frame) => {
    const row = logProbabilities.subarray(frame * classCount, (frame + 1) * classCount);
    return row.indexOf(Math.max(...row));
  });

/** The most likely text by adding up every path there is. */
function searchEverything({ logProbabilities, frameCount, classCount }: MaskedPosteriors) {
  let paths = [{ text: '', last: 0, probability: 1 }];
  for (let frame = 0; frame < frameCount; frame += 1) {
    paths = paths.flatMap(({ text, last, probability }) =>
      Array.from({ length: classCount }, (_, label) => ({
        text: label === 0 || label === last ? text : `${text}${label}`,
        last: label,
        probability: probability * Math.exp(logProbabilities[frame * classCount + label] ?? 0),
      })),
    );
  }
  const totals = new Map<string, number>();
  for (const { text, probability } of paths) totals.set(text, (totals.get(text) ?? 0) + probability);
  return [...totals].reduce((a, b) => (b[1] > a[1] ? b : a));
}

describe('prefix beam search', () => {
  it('finds the text and the probability that adding up every path finds', () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const posteriors = makeRandomPosteriors(seed, 7, 1 + (seed % 4), 3);
      const [text, probability] = searchEverything(posteriors);
      const best = searchPrefixBeam(posteriors, { beamWidth: 200 });
      expect(best.classes.join('')).toBe(text);
      expect(Math.exp(best.logProbability)).toBeCloseTo(probability, 5);
    }
  });

  it('collapses repeats, and keeps a doubled letter that a blank divides', () => {
    expect(decode('_wwaa_a__')).toBe('waa');
    expect(decode('bbaa')).toBe('ba');
    expect(decode("la' a_ad")).toBe("la' aad");
  });

  it('hears nothing in blanks and in no frames at all', () => {
    expect(decode('______')).toBe('');
    expect(searchPrefixBeam(makePosteriors([]))).toEqual({ classes: [], others: [], logProbability: 0 });
    expect(searchPrefixBeam(makePosteriors(spell('______', 0.9999))).classes).toEqual([]);
  });

  it('adds up the paths of one text, where the single best path is another text', () => {
    // Paths: blank-blank 0.36; a-blank 0.24, blank-a 0.24 and a-a 0.16 are all "a" = 0.64 (the textbook example).
    const posteriors = makePosteriors([
      { '': 0.6, a: 0.4 },
      { '': 0.6, a: 0.4 },
    ]);
    expect(findBestClasses(posteriors)).toEqual([0, 0]);
    const best = searchPrefixBeam(posteriors);
    expect(writeClasses(best.classes)).toBe('a');
    expect(Math.exp(best.logProbability)).toBeCloseTo(0.64, 5);
  });

  it('is never worse than the greedy path, however narrow the beam', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const posteriors = makeRandomPosteriors(seed, 30, 2 + (seed % 8));
      const greedy = findBestClasses(posteriors).reduce(
        (sum, label, frame) => sum + (posteriors.logProbabilities[frame * posteriors.classCount + label] ?? 0),
        0,
      );
      for (const beamWidth of [1, 16]) {
        expect(searchPrefixBeam(posteriors, { beamWidth }).logProbability).toBeGreaterThanOrEqual(greedy - 1e-6);
      }
    }
  });

  it('gives the same text whether or not it skips frames sure of their blank', () => {
    const sure = searchPrefixBeam(makePosteriors(spell('b_____a_a__d', 0.9995)));
    expect(writeClasses(sure.classes)).toBe('baad');
  });

  it('lets a language model decide between letters that sound alike, and no more', () => {
    const frames = [...spell('ha'), { d: 0.5, t: 0.49 }, ...spell('d_a'.slice(1))];
    const t = letterMask.texts.indexOf('t');
    const scores = Float32Array.from(letterMask.texts, (_, label) => (label === t ? 0 : -0.5));
    const languageModel = { contextLength: 3, scoreNext: () => scores };
    expect(writeClasses(searchPrefixBeam(makePosteriors(frames)).classes)).toBe('hada');
    expect(writeClasses(searchPrefixBeam(makePosteriors(frames), { languageModel }).classes)).toBe('hata');
  });
});

describe('alignment and words', () => {
  const wordsOf = (path: string, chance?: number) => {
    const posteriors = makePosteriors(spell(path, chance));
    return groupWords(alignPath(posteriors, searchPrefixBeam(posteriors).classes), posteriors, letterMask);
  };

  it('tells when each word is heard, in frames of 20 ms', () => {
    const words = wordsOf('__waa_a__ _nnabaad__');
    expect(words.map(({ raw, startSeconds, endSeconds }) => [raw, startSeconds, endSeconds])).toEqual([
      ['waa', 0.04, 0.14],
      ['nabad', 0.22, 0.36],
    ]);
  });

  it('keeps times rising and words apart on random sounds', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const posteriors = makeRandomPosteriors(seed, 80, 6);
      const aligned = alignPath(posteriors, searchPrefixBeam(posteriors).classes);
      let last = -1;
      for (const { firstFrame, lastFrame } of aligned) {
        expect(firstFrame).toBeGreaterThan(last);
        expect(lastFrame).toBeGreaterThanOrEqual(firstFrame);
        last = lastFrame;
      }
      expect(last).toBeLessThan(80);
    }
  });

  it('is sure of what is sure, and less of a word with one doubtful letter', () => {
    const [sure] = wordsOf('_nabad_', 0.99999);
    const posteriors = makePosteriors([...spell('na', 0.99999), { b: 0.5, d: 0.45 }, ...spell('ad', 0.99999)]);
    const [doubtful] = groupWords(alignPath(posteriors, searchPrefixBeam(posteriors).classes), posteriors, letterMask);
    expect(sure?.confidence).toBeGreaterThan(0.7);
    expect(doubtful?.raw).toBe('nabad');
    expect(doubtful?.confidence).toBeLessThan(0.35);
  });

  it('offers what else a doubtful word may have been, likeliest first, and only words where words are known', () => {
    const frames = [...spell('nabad ', 0.9999999), ...spell('ho', 0.99999), { g: 0.5, y: 0.3, d: 0.15 }];
    const posteriors = makePosteriors([...frames, ...spell('a', 0.99999)]);
    const words = groupWords(alignPath(posteriors, searchPrefixBeam(posteriors).classes), posteriors, letterMask);
    const alternativesOf = (isKnown?: (word: string) => boolean, ...texts: string[]) => {
      const read = (text: string) => [...text].map((letter) => letterMask.texts.indexOf(letter));
      const decodings = texts.map((text) => ({ text: read(text) }));
      const found = addAlternatives(words, { posteriors, mask: letterMask, decodings, isKnown });
      return found.map(({ raw, alternatives }) => [raw, alternatives]);
    };
    const [sure, doubtful] = alternativesOf();
    expect(sure).toEqual(['nabad', undefined]);
    expect(doubtful?.[0]).toBe('hoga');
    expect(doubtful?.[1]?.slice(0, 2)).toEqual(['hoya', 'hoda']);
    expect(alternativesOf((word) => word === 'hoda')[1]).toEqual(['hoga', ['hoda']]);
    // What other decodings have in its place comes first, be it two words.
    const heard = ['nabad hoga', 'nabad boga', 'waa nabad ho ga'];
    expect(alternativesOf(undefined, ...heard)[1]?.[1]).toEqual(['boga', 'ho ga', 'hoya']);
    expect(alternativesOf((word) => word !== 'ga', ...heard)[1]?.[1]).toEqual(['boga', 'hoya', 'hoda']);
  });

  it('makes no word of spaces and apostrophes alone', () => {
    expect(wordsOf("_ _'_ _")).toEqual([]);
  });

  it('refuses a text that does not fit into the frames', () => {
    const a = letterMask.texts.indexOf('a');
    expect(() => alignPath(makePosteriors(spell('aa')), [a, a])).toThrow(RangeError);
  });
});
