import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { measureSentence, type ScoredSentence, scoreSentence, scoreTranslation } from '../english/score-translation.ts';
import table from './calibration.json' with { type: 'json' };
import {
  errorToScore,
  findRecogniserCalibration,
  findTranslatorCalibration,
  isCalibrated,
  parseCalibrationTable,
  setOwnCalibration,
} from './calibration.ts';
import { scoreTranscript, scoreWord, scoreWords } from './score-transcript.ts';

/** The shipped maps as if they had been fitted on recordings of people. */
const measureWithPeople = () => {
  const { recognisers, translators } = structuredClone(table);
  for (const map of [...Object.values(recognisers), ...Object.values(translators)]) map.isCalibrated = true;
  setOwnCalibration(parseCalibrationTable({ recognisers, translators }));
};
afterEach(() => setOwnCalibration(null));

describe('scores', () => {
  it.each([
    [0, 10],
    [0.025, 9],
    [0.05, 8],
    [0.15, 6],
    [0.3, 3],
    [0.5, 0],
    [2, 0],
  ])('an expected character error rate of %d is a score of %d', (error, score) => {
    expect(errorToScore(error, 'transcript')).toBe(score);
  });
});

describe('the calibration file', () => {
  it('holds maps that never fall in score as the engine grows surer', () => {
    const maps = [
      ...Object.values(table.recognisers).flatMap(({ word, transcript }) => [word, transcript]),
      ...Object.values(table.translators).map(({ sentence }) => sentence),
    ];
    for (const breakpoints of maps) {
      const xs = breakpoints.map(([x]) => x ?? Number.NaN);
      const ys = breakpoints.map(([, y]) => y ?? Number.NaN);
      expect(xs).toEqual([...new Set(xs)].sort((a, b) => a - b));
      expect(ys).toEqual([...ys].sort((a, b) => b - a));
    }
  });

  it('does not call the starter models calibrated: they have heard no people', () => {
    expect(isCalibrated({ recogniser: 'starter', translator: 'starter' })).toBe(false);
    expect(findRecogniserCalibration('starter')?.isCalibrated).toBe(false);
    expect(findTranslatorCalibration('no such engine')).toBeNull();
  });
});

describe('the scores of engines that were never measured with people', () => {
  const sentence = { source: 'Waan imid.', text: 'I came.', tokenLogProbabilities: [-0.001, -0.001] };
  const rate = () => [
    scoreTranscript('starter', [{ confidence: 1, letters: 60 }]),
    scoreWord('starter', 1),
    scoreSentence('starter', measureSentence(sentence)),
  ];

  it('end below High, and go further once they were', () => {
    expect(rate()).toEqual([7.9, 7.9, 7.9]);
    measureWithPeople();
    for (const score of rate()) expect(score).toBeGreaterThan(8);
  });
});

describe('transcript scores', () => {
  beforeEach(measureWithPeople);

  it('rise with the raw confidence and stay within 0 and 10', () => {
    const scores = [0, 0.2, 0.4, 0.6, 0.8, 1].map((raw) => scoreWord('omniasr-ctc-1b-v2', raw) ?? -1);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(scores.every((score) => score >= 0 && score <= 10 && Math.round(score * 10) === score * 10)).toBe(true);
    expect(scores[5]).toBeGreaterThan(scores[0] ?? 10);
  });

  it('weigh words by their letters', () => {
    const engine = 'omniasr-ctc-1b-v2';
    const long = { confidence: 0.4, letters: 12 };
    const short = { confidence: 0.01, letters: 2 };
    const whole = scoreTranscript(engine, [long, short]) ?? 0;
    expect(whole).toBeLessThan(scoreTranscript(engine, [long]) ?? 0);
    expect(whole).toBeGreaterThan(scoreTranscript(engine, [long, { ...short, letters: 12 }]) ?? 10);
  });

  it('hold a word that is sure of itself to what surrounds it', () => {
    const engine = 'omniasr-ctc-1b-v2';
    const word = { confidence: 0.7, letters: 12 };
    const mumble = Array.from({ length: 9 }, () => ({ confidence: 0.01, letters: 5 }));
    const [alone] = scoreWords(engine, [word]);
    const [amongMumbles] = scoreWords(engine, [word, ...mumble]);
    expect(alone).toBe(Math.min(scoreWord(engine, 0.7) ?? 0, 7.9));
    expect(amongMumbles).toBeCloseTo((scoreTranscript(engine, [word, ...mumble]) ?? 0) + 1, 5);
    expect(amongMumbles).toBeLessThan(alone ?? 0);
    expect(scoreWords('somebody else', [word])).toEqual([null]);
  });

  it('never read High for an answer of fewer than twenty letters, nor Medium for one of fewer than five', () => {
    const sure = (letters: number) => [{ confidence: 1, letters }];
    expect(scoreTranscript('omniasr-ctc-1b-v2', sure(19))).toBe(7.9);
    expect(scoreWords('omniasr-ctc-1b-v2', sure(19))).toEqual([7.9]);
    expect(scoreTranscript('omniasr-ctc-1b-v2', sure(20))).toBeGreaterThanOrEqual(8);
    expect(scoreTranscript('omniasr-ctc-1b-v2', sure(5))).toBe(7.9);
    expect(scoreTranscript('omniasr-ctc-1b-v2', sure(4))).toBe(5.9);
  });

  it('are unknown where the engine, a word or everything is', () => {
    expect(scoreWord('somebody else', 0.9)).toBeNull();
    expect(scoreWord('starter', null)).toBeNull();
    expect(scoreTranscript('starter', [])).toBeNull();
    expect(scoreTranscript('starter', [{ confidence: null, letters: 3 }])).toBeNull();
  });
});

describe('translation scores', () => {
  const sure = Array.from({ length: 8 }, () => -0.02);
  const sentence = (text: string, tokenLogProbabilities: readonly number[] = sure) => ({
    source: 'Waxaan aadayaa suuqa berri subax.',
    text,
    tokenLogProbabilities,
  });
  const good = sentence('I am going to the market tomorrow morning.');

  const rate = (scored: ScoredSentence) => ({
    source: scored.source,
    score: scoreSentence('starter', measureSentence(scored)),
  });

  it('rise little above the transcript', () => {
    expect(scoreTranslation([rate(good)], 10)).toBeGreaterThan(6);
    expect(scoreTranslation([rate(good)], 3.2)).toBe(5.2);
  });

  it('are held down by the worst sentence', () => {
    const bad = sentence('It is.', [-4, -4]);
    const score = scoreTranslation([good, good, good, good, good, bad].map(rate), 10) ?? 10;
    expect(score).toBeLessThanOrEqual((scoreTranslation([rate(bad)], 10) ?? 0) + 3);
  });

  it('doubt a translation that ran out of room', () => {
    expect(measureSentence({ ...good, isCut: true })).toBeLessThan((measureSentence(good) ?? 0) * 0.7);
  });

  it.each([
    ['far too short', 'I go.'],
    ['far too long', 'I am going to the market tomorrow morning, as I said, and then I am coming home in the evening.'],
    ['going round', 'I am going I am going to the market.'],
    ['saying one word thrice', 'I am going to market market market.'],
    ['left in Somali', 'Waxaan aadayaa suuqa tomorrow morning.'],
  ])('doubt a translation that is %s', (_, text) => {
    expect(measureSentence(sentence(text))).toBeLessThan((measureSentence(good) ?? 0) * 0.7);
  });

  it('are lower where the lexicon explains none of the words', () => {
    const other = sentence('The camel drank water near the old mosque.');
    expect(measureSentence(other)).toBeLessThan((measureSentence(good) ?? 0) * 0.9);
  });

  it('are unknown without token probabilities, a known engine or a transcript score', () => {
    expect(scoreTranslation([rate(sentence('Yes.', []))], 9)).toBeNull();
    expect(scoreSentence('somebody else', measureSentence(good))).toBeNull();
    expect(scoreTranslation([rate(good)], null)).toBeNull();
    expect(scoreTranslation([], 9)).toBeNull();
  });
});
