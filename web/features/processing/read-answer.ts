import '#web/lib/zod-without-eval.ts';
import { type UploadData, type UploadEvent, uploadData, uploadEvent } from '#shared/contract/transcription.ts';
import type { Language } from '#shared/languages.ts';
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

/** One line of the live answer. A stage that this version does not know is skipped, so that the server may learn more. */
export function readUploadEvent(line: string, language: Language): UploadEvent | undefined {
  const json = parseJson(line);
  const { stage, data } = readFields(json);
  if (stage === 'done') return { stage, data: readUploadData(data, language) };
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
