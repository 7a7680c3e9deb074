import '#web/lib/zod-without-eval.ts';
import { type UploadData, type UploadEvent, uploadData, uploadEvent } from '#shared/contract/transcription.ts';
import type { Language } from '#shared/languages.ts';
import type { TranscribedWord } from '#shared/transcript.ts';
import { chunk } from '#web/lib/chunk.ts';
import { sayInLanguage } from '#web/lib/sentence.ts';
import { UploadFailure } from './upload-failure.ts';

type Fields = Readonly<Record<string, unknown>>;

const readFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? value : {}) as Fields;

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/** Spec §5: the answer must contain transcript and translation; the rest must be what the contract says. */
export function readUploadData(data: unknown, language: Language): UploadData {
  const { transcript, translation } = readFields(readFields(data).transcription);
  if (!isText(transcript) || !isText(translation))
    throw new UploadFailure('incomplete', sayInLanguage('RESPONSE_INCOMPLETE', language));
  const parsed = uploadData.safeParse(data);
  if (!parsed.success) throw new UploadFailure('unknown', sayInLanguage('UPLOAD_UNKNOWN', language));
  return parsed.data;
}

/** As many words as a slow phone checks without being felt. */
const wordsInSlice = 100;

/** The same for a long recording, whose hundreds of words are checked a slice at a time; `pause` lets the browser breathe. */
export async function readLongUploadData(
  data: unknown,
  language: Language,
  pause: () => Promise<void>,
): Promise<UploadData> {
  const fields = readFields(data);
  const transcription = readFields(fields.transcription);
  const { words, segments } = transcription;
  if (!Array.isArray(words) || words.length <= wordsInSlice) return readUploadData(data, language);
  const readPart = (part: Fields) =>
    readUploadData({ ...fields, transcription: { ...transcription, words: [], segments: [], ...part } }, language);
  const read: TranscribedWord[] = [];
  for (const slice of chunk(words as unknown[], wordsInSlice)) {
    await pause();
    read.push(...readPart({ words: slice }).transcription.words);
  }
  await pause();
  const whole = readPart({ segments });
  return { ...whole, transcription: { ...whole.transcription, words: read } };
}

/** What the last line holds, not checked yet; nothing where it is another line. */
export function readDoneLine(line: string): { data: unknown } | undefined {
  const { stage, data } = readFields(parseJson(line));
  return stage === 'done' ? { data } : undefined;
}

/** One line of the live answer. A stage that this version does not know is skipped, so that the server may learn more. */
export function readUploadEvent(line: string): UploadEvent | undefined {
  const json = parseJson(line);
  const { stage } = readFields(json);
  const parsed = uploadEvent.safeParse(json);
  if (parsed.success) return parsed.data;
  if (stage === 'error') return readError(readFields(json));
  return undefined;
}

/** An error event counts even when a newer server names it by a code that we do not know yet. */
function readError({ status, error, message }: Fields): UploadEvent {
  const sentence = isText(error) ? String(error) : isText(message) ? String(message) : '';
  return {
    stage: 'error',
    success: false,
    status: typeof status === 'number' ? status : 500,
    error: sentence,
    message: sentence,
    code: 'SERVER_ERROR',
    requestId: '',
  };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Cuts a growing text into whole lines; call with all that has arrived so far. */
export function createLineReader(onLine: (line: string) => void): (textSoFar: string, isLast?: boolean) => void {
  let readTo = 0;
  return (textSoFar, isLast = false) => {
    for (let end = textSoFar.indexOf('\n', readTo); end !== -1; end = textSoFar.indexOf('\n', readTo)) {
      const line = textSoFar.slice(readTo, end).trim();
      readTo = end + 1;
      if (line !== '') onLine(line);
    }
    const rest = textSoFar.slice(readTo).trim();
    if (isLast && rest !== '') {
      readTo = textSoFar.length;
      onLine(rest);
    }
  };
}
