import { mediumConfidenceFrom } from '#shared/limits.ts';
import type { TranscribedWord } from '#shared/transcript.ts';
import { sumLevel, type TimeSpan } from '../audio/samples.ts';
import type { Recogniser } from '../parts/ports.ts';
import { judgeLanguage, type LanguageVerdict } from '../parts/recogniser/features.ts';
import { scoreWords } from '../scoring/score-transcript.ts';
import { roundSeconds } from './build-segments.ts';
import type { RecognisedStretch, TranscribeOptions } from './port.ts';

/** Recognises one stretch of speech; keeps each word's raw confidence beside the word as people see it. */
export async function recogniseStretch(
  recogniser: Recogniser,
  samples: Float32Array,
  { startSeconds, endSeconds }: TimeSpan,
  { signal, ownWords }: Pick<TranscribeOptions, 'signal' | 'ownWords'> = {},
): Promise<RecognisedStretch> {
  const recognised = await recogniser.recognise(samples, signal, ownWords);
  const spoken = recognised.isSpeech ? recognised.words : [];
  const confidences = spoken.map(({ raw, confidence }) => ({ confidence, letters: raw.length }));
  const scores = scoreWords(recogniser.name, confidences);
  const words = spoken.map(({ raw, alternatives, ...times }, at): TranscribedWord => {
    const confidence = scores[at] ?? null;
    // A sure word needs no alternatives.
    const isDoubtful = confidence !== null && confidence < mediumConfidenceFrom;
    return {
      ...{ raw, text: raw },
      startSeconds: roundSeconds(times.startSeconds + startSeconds),
      endSeconds: roundSeconds(times.endSeconds + startSeconds),
      confidence,
      ...(isDoubtful && alternatives ? { alternatives } : {}),
    };
  });
  const { outOfAlphabetProbability, somaliLogOdds } = recognised;
  const evidence = { seconds: endSeconds - startSeconds, outOfAlphabetProbability, somaliLogOdds };
  return { words, confidences, evidence, level: sumLevel(samples) };
}

export function createTranscript(acceptsAnyLanguage: boolean) {
  const transcript = {
    stretches: [] as RecognisedStretch[],
    words: [] as TranscribedWord[],
    text: '',
    language: 'unsure' as LanguageVerdict,
    /** Whether readers get its text: from the first part of it on it is their result, and only a warning is left. */
    mayLeave: false,
    add(recognised: RecognisedStretch): void {
      const { stretches, words, text } = transcript;
      stretches.push(recognised);
      words.push(...recognised.words);
      transcript.text = [text, ...recognised.words.map(({ raw }) => raw)].filter(Boolean).join(' ');
      transcript.language = judgeLanguage(stretches.map(({ evidence }) => evidence));
      transcript.mayLeave ||= words.length > 0 && (transcript.language === 'somali' || acceptsAnyLanguage);
    },
  };
  return transcript;
}

export type Transcript = ReturnType<typeof createTranscript>;
