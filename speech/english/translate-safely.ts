import { foldApostrophes } from '#shared/fold-apostrophes.ts';
import { notUnderstood, unsureMark } from '#shared/languages.ts';
import type { TranslatedText } from '../parts/ports.ts';
import { findTranslatorCalibration } from '../scoring/calibration.ts';
import { findContradictions, keepsPersons } from './check-translation.ts';
import { isAllNames, keepNames } from './english-names.ts';
import { glossWords, translatePhrase } from './lexicon.ts';
import { compareNegation } from './negation.ts';
import { meanProbability, measureSentence, type ScoredSentence, scoreSentence } from './score-translation.ts';
import { compareWordsOfHarm } from './words-of-harm.ts';

/** As sure as a translator can be, since a person wrote it, and as unsure: the score of such a sentence is the lowest. */
const [surely, notAtAll] = [[0], [-10]] as const;

/** Scores are told with one decimal. */
const scoreStep = 0.1;

export type SafeTranslation = ScoredSentence & {
  /** `false` where the English only says so, with the words that the lexicon knows. */
  isUnderstood: boolean;
  /** 0–10; `null` where the engine does not tell how sure it is. */
  score: number | null;
};

/**
 * One Somali sentence in English that says nothing false where that can be known: an everyday phrase or a single word
 * comes from the lexicon. Not shown is a translation with other numbers, another "not", other names or directions than the
 * Somali, one with a word that English has not, and one that is hardly sure of itself; one that is not quite sure ends in
 * a mark, unless it speaks of medicine, weapons, courts or sums of money: then it is shown when it is sure, with a word for
 * each of these, or not at all. In place of what is not shown stand the words that the lexicon knows.
 * @param engine name of the translator in the calibration file.
 * @param ownWords the speaker's own: those with a capital letter are names, and the English has to have them, too.
 * @example await translateSafely('starter', 'Bidix u leexo.', translate)
 */
export async function translateSafely(
  engine: string,
  typed: string,
  translate: (sentence: string) => Promise<TranslatedText>,
  ownWords: readonly string[] = [],
): Promise<SafeTranslation> {
  // Which of its marks a person typed for the glottal stop says nothing.
  const source = foldApostrophes(typed);
  const phrase = isAllNames(source, ownWords) ? source : translatePhrase(source);
  if (phrase !== undefined) return rate(engine, { source, text: phrase, tokenLogProbabilities: surely });
  const answer = await translate(source);
  const { text: english, isWhole } = keepNames(source, answer.text, ownWords);
  const rated = rate(engine, { ...answer, source, text: english });
  const { leastShown = 0, leastSure = 0, leastProbability = 0 } = findTranslatorCalibration(engine) ?? {};
  const isAtLeast = (least: number) => rated.score === null || rated.score >= least;
  const isLikely = meanProbability(answer.tokenLogProbabilities) >= leastProbability && isAtLeast(leastSure);
  const isSure = isWhole && isLikely && keepsPersons(source, english) && compareNegation(source, english) !== 'unsure';
  const harm = compareWordsOfHarm(source, english);
  const isHarmless = harm === null || (harm === 'kept' && isSure);
  if (isHarmless && isAtLeast(leastShown) && findContradictions(source, english).length === 0) {
    if (isSure) return rated;
    const score = rated.score === null ? null : Math.min(rated.score, leastSure - scoreStep);
    return { ...rated, score, text: `${rated.text} ${unsureMark}` };
  }
  const text = describeKnownWords(source);
  return { ...rate(engine, { source, text, tokenLogProbabilities: notAtAll }), isUnderstood: false };
}

const rate = (engine: string, sentence: ScoredSentence): SafeTranslation => ({
  ...sentence,
  isUnderstood: true,
  score: scoreSentence(engine, measureSentence(sentence)),
});

/** "[not understood] (dhakhtar: doctor · berri: tomorrow)" */
function describeKnownWords(source: string): string {
  const glosses = glossWords(source).map(({ somali, english }) => `${somali}: ${english}`);
  return glosses.length === 0 ? notUnderstood : `${notUnderstood} (${glosses.join(' · ')})`;
}
