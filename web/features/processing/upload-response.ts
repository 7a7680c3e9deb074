import '#web/lib/zod-without-eval.ts';
import { type UploadData, type UploadEvent, uploadData, uploadEvent } from '#shared/contract/transcription.ts';
import { CallFailure, readFields } from '#web/lib/call-failure.ts';
import type { UploadOutcome } from './upload-transport.ts';

export type ProgressEvent = Exclude<UploadEvent, { stage: 'error' }>;

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Spec §5: the answer must contain transcript and translation; the rest must be what the contract says. */
function readUploadData(data: unknown): UploadData {
  const { transcript, translation } = readFields(readFields(data).transcription);
  if (!isText(transcript) || !isText(translation)) throw new CallFailure('incomplete');
  const parsed = uploadData.safeParse(data);
  if (!parsed.success) throw new CallFailure('unexpected');
  return parsed.data;
}

/** Cuts a growing text into whole lines; call with all that has arrived so far. */
function createLineReader(onLine: (line: string) => void): (textSoFar: string, isLast?: boolean) => void {
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

/** Follows the live answer of one try, line by line, and says in the end what came of it. */
export class UploadResponseReader {
  private readonly onEvent: (event: ProgressEvent) => void;
  private readonly readLines = createLineReader((line) => this.readLine(line));
  private failure: CallFailure | undefined;
  /** The result as it came, which is checked when the exchange is over. */
  private done: { data: unknown } | undefined;

  constructor(onEvent: (event: ProgressEvent) => void) {
    this.onEvent = onEvent;
  }

  readonly onText = (status: number, textSoFar: string): void => {
    if (status === 200) this.readLines(textSoFar);
  };

  /** The result, or the failure thrown, once the exchange is over. */
  conclude(outcome: UploadOutcome): UploadData {
    if (outcome.type === 'answered' && outcome.status === 200) {
      this.readLines(outcome.text, true);
      // A server, or a proxy on the way, may answer in one piece.
      const body = readFields(parseJson(outcome.text));
      if (this.failure === undefined && 'data' in body) this.done ??= { data: body.data };
    }
    if (this.failure !== undefined) throw this.failure;
    // A result that arrived whole counts, even if the connection broke right after it.
    if (this.done !== undefined) return this.readDone(this.done.data);
    if (outcome.type !== 'answered') throw new CallFailure(outcome.type);
    const { status, text, retryAfterSeconds } = outcome;
    if (status === 200) throw new CallFailure('network');
    throw new CallFailure('refused', { status, body: parseJson(text), retryAfterSeconds });
  }

  private readDone(raw: unknown): UploadData {
    const data = readUploadData(raw);
    this.onEvent({ stage: 'done', data });
    return data;
  }

  /** A stage that this version does not know is skipped, so that the server may learn more. */
  private readLine(line: string): void {
    if (this.failure !== undefined || this.done !== undefined) return;
    const body = parseJson(line);
    const { stage, data, status } = readFields(body);
    if (stage === 'done') this.done = { data };
    // An error counts even when a newer server names it by a code that we do not know yet.
    else if (stage === 'error')
      this.failure = new CallFailure('refused', { status: typeof status === 'number' ? status : 500, body });
    else {
      const parsed = uploadEvent.safeParse(body);
      if (parsed.success && parsed.data.stage !== 'error') this.onEvent(parsed.data);
    }
  }
}
