import * as z from 'zod/mini';
import { spreadWords } from '#shared/export/retime-words.ts';
import { encodeWav } from '../../audio/encode-wav.ts';
import { sampleRateHz } from '../../audio/samples.ts';
import type { RemoteServer } from '../../settings.ts';
import { spoken } from '../../somali/languages.ts';
import { SpeechError } from '../../speech-error.ts';
import type { Recogniser, RecognitionResult, WordHypothesis } from '../ports.ts';
import { callServer } from './call-server.ts';

/** The parts of an OpenAI-compatible `/v1/audio/transcriptions` answer that servers agree on (models.md §5.2). */
const remoteWord = z.object({
  word: z.string(),
  start: z.nullish(z.number()),
  end: z.nullish(z.number()),
  probability: z.nullish(z.number()),
  confidence: z.nullish(z.number()),
});
const remoteSegment = z.object({
  avg_logprob: z.nullish(z.number()),
  no_speech_prob: z.nullish(z.number()),
  words: z.nullish(z.array(remoteWord)),
});
const remoteAnswer = z.object({
  text: z.string(),
  logprobs: z.nullish(z.array(z.object({ logprob: z.number() }))),
  words: z.nullish(z.array(remoteWord)),
  segments: z.nullish(z.array(remoteSegment)),
});
type RemoteAnswer = z.infer<typeof remoteAnswer>;
type RemoteWord = z.infer<typeof remoteWord>;

const meanOf = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The recogniser of this product hears lower-case words without punctuation; the enhancement sets both. */
const bareWord = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}'’-]/gu, '');

/** One figure for the whole answer: token log-probabilities, else the segments' own means. */
function readOverallProbability(answer: RemoteAnswer): number | null {
  const tokens = meanOf((answer.logprobs ?? []).map(({ logprob }) => logprob));
  const segments = meanOf(
    (answer.segments ?? []).flatMap(({ avg_logprob: mean }) => (typeof mean === 'number' ? [mean] : [])),
  );
  const mean = tokens ?? segments;
  return mean === null ? null : Math.exp(mean);
}

type TimedWord = RemoteWord & { start: number; end: number };

/** Words with times inside the recording and in order, a second's rounding allowed; `null` for other units and guesses. */
function readTimed(words: readonly RemoteWord[], durationSeconds: number): TimedWord[] | null {
  const timed: TimedWord[] = [];
  for (const word of words) {
    const { start, end } = word;
    if (typeof start !== 'number' || typeof end !== 'number') return null;
    if (start < (timed.at(-1)?.start ?? 0) || end < start || end > durationSeconds + 1) return null;
    timed.push({ ...word, start, end });
  }
  return timed.length > 0 ? timed : null;
}

function guessTimes(text: string, durationSeconds: number, confidence: number | null): WordHypothesis[] {
  const words = text.split(/\s+/).map(bareWord).filter(Boolean);
  return spreadWords(words, 0, durationSeconds).map(({ text: raw, startSeconds, endSeconds }) => {
    return { raw, startSeconds, endSeconds, confidence };
  });
}

/** Above this a server's own probability of no speech is believed. */
const noSpeechFrom = 0.6;

/** @throws {SpeechError} `TRANSCRIPTION_FAILED` for an answer (to `durationSeconds` of audio) without text. */
export function readTranscription(json: unknown, durationSeconds: number): RecognitionResult {
  const parsed = remoteAnswer.safeParse(json);
  if (!parsed.success) throw new SpeechError('TRANSCRIPTION_FAILED', 'remote engine answered in an unknown form');
  const answer = parsed.data;
  const overall = readOverallProbability(answer);
  const told = answer.words ?? (answer.segments ?? []).flatMap(({ words }) => words ?? []);
  const noSpeech = meanOf(
    (answer.segments ?? []).flatMap(({ no_speech_prob: p }) => (typeof p === 'number' ? [p] : [])),
  );
  const timed = readTimed(told, durationSeconds);
  const words = timed
    ? timed.map(({ word, start, end, probability, confidence }) => ({
        raw: bareWord(word),
        startSeconds: start,
        endSeconds: end,
        confidence: probability ?? confidence ?? overall,
      }))
    : guessTimes(answer.text, durationSeconds, overall);
  const spoken = words.filter(({ raw }) => raw !== '');
  const isSpeech = spoken.length > 0 && (noSpeech ?? 0) < noSpeechFrom;
  return { words: spoken, isSpeech, outOfAlphabetProbability: 0, somaliLogOdds: null };
}

/** Always as Somali; servers that know no `verbose_json` answer plain JSON, which is read as well. */
export const createOpenAiRecogniser = (server: RemoteServer): Recogniser => ({
  name: server.model,
  async recognise(samples, signal, ownWords = []) {
    const body = new FormData();
    body.set('file', new Blob([encodeWav(samples)], { type: 'audio/wav' }), 'segment.wav');
    body.set('model', server.model);
    body.set('language', spoken.iso);
    body.set('response_format', 'verbose_json');
    body.set('temperature', '0');
    body.append('timestamp_granularities[]', 'word');
    if (ownWords.length > 0) body.set('prompt', ownWords.join(', '));
    const json = await callServer({ server, path: '/v1/audio/transcriptions', body, signal });
    return readTranscription(json, samples.length / sampleRateHz);
  },
});
