import type { UploadData, UploadEvent } from '#shared/contract/transcription.ts';
import type { Language } from '#shared/languages.ts';
import { createLineReader, parseJson, readDoneLine, readLongUploadData, readUploadEvent } from './read-answer.ts';
import { failUpload, refuseUpload, UploadFailure } from './upload-failure.ts';
import type { UploadOutcome } from './upload-transport.ts';

type ProgressEvent = Exclude<UploadEvent, { stage: 'error' }>;

/** Follows the live answer of one try, and says in the end what came of it. */
export class AnswerListener {
  private readonly language: Language;
  private readonly onEvent: (event: ProgressEvent) => void;
  private readonly pause: () => Promise<void>;
  private readonly readLines = createLineReader((line) => this.hear(line));
  private ended: UploadFailure | undefined;
  /** The result as it came, which is checked when the exchange is over. */
  private done: { data: unknown } | undefined;

  constructor(language: Language, onEvent: (event: ProgressEvent) => void, pause: () => Promise<void>) {
    this.language = language;
    this.onEvent = onEvent;
    this.pause = pause;
  }

  readonly onText = (status: number, textSoFar: string): void => {
    if (status === 200) this.readLines(textSoFar);
  };

  /** The result, or the failure thrown, once the exchange is over. */
  async conclude(outcome: UploadOutcome): Promise<UploadData> {
    if (outcome.type === 'answered' && outcome.status === 200) {
      this.readLines(outcome.text, true);
      // A server, or a proxy on the way, may answer in one piece.
      if (this.ended === undefined) this.done ??= readWhole(outcome.text);
    }
    if (this.ended !== undefined) throw this.ended;
    // A result that arrived whole counts, even if the connection broke right after it.
    if (this.done !== undefined) return this.readDone(this.done.data);
    if (outcome.type !== 'answered') throw failUpload(outcome.type, this.language);
    if (outcome.status === 200) throw failUpload('network', this.language);
    const { status, text, retryAfterSeconds } = outcome;
    throw refuseUpload({ status, body: parseJson(text), retryAfterSeconds }, this.language);
  }

  private async readDone(raw: unknown): Promise<UploadData> {
    const data = await readLongUploadData(raw, this.language, this.pause);
    this.onEvent({ stage: 'done', data });
    return data;
  }

  private hear(line: string): void {
    if (this.ended !== undefined || this.done !== undefined) return;
    this.done = readDoneLine(line);
    if (this.done !== undefined) return;
    try {
      const event = readUploadEvent(line);
      if (event === undefined) return;
      if (event.stage === 'error') {
        this.ended = refuseUpload({ status: event.status, body: event }, this.language);
        return;
      }
      if (event.stage !== 'done') this.onEvent(event);
    } catch (thrown) {
      this.ended = thrown instanceof UploadFailure ? thrown : failUpload('unknown', this.language);
    }
  }
}

function readWhole(text: string): { data: unknown } | undefined {
  const body = parseJson(text);
  return typeof body === 'object' && body !== null && 'data' in body ? { data: body.data } : undefined;
}
