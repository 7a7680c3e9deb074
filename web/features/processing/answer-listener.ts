import type { UploadData, UploadEvent } from '#shared/contract/transcription.ts';
import type { Language } from '#shared/languages.ts';
import { createLineReader, parseJson, readUploadData, readUploadEvent } from './read-answer.ts';
import { failUpload, refuseUpload, UploadFailure } from './upload-failure.ts';
import type { UploadOutcome } from './upload-transport.ts';

type ProgressEvent = Exclude<UploadEvent, { stage: 'error' }>;

/** Follows the live answer of one try, and says in the end what came of it. */
export class AnswerListener {
  private readonly language: Language;
  private readonly onEvent: (event: ProgressEvent) => void;
  private readonly readLines = createLineReader((line) => this.hear(line));
  private ended: UploadData | UploadFailure | undefined;

  constructor(language: Language, onEvent: (event: ProgressEvent) => void) {
    this.language = language;
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
      this.ended ??= this.readWhole(outcome.text);
    }
    if (this.ended instanceof UploadFailure) throw this.ended;
    // A result that arrived whole counts, even if the connection broke right after it.
    if (this.ended !== undefined) return this.ended;
    if (outcome.type !== 'answered') throw failUpload(outcome.type, this.language);
    if (outcome.status === 200) throw failUpload('network', this.language);
    const { status, text, retryAfterSeconds } = outcome;
    throw refuseUpload({ status, body: parseJson(text), retryAfterSeconds }, this.language);
  }

  private hear(line: string): void {
    if (this.ended !== undefined) return;
    try {
      const event = readUploadEvent(line, this.language);
      if (event === undefined) return;
      if (event.stage === 'error') {
        this.ended = refuseUpload({ status: event.status, body: event }, this.language);
        return;
      }
      if (event.stage === 'done') this.ended = event.data;
      this.onEvent(event);
    } catch (thrown) {
      this.ended = thrown instanceof UploadFailure ? thrown : failUpload('unknown', this.language);
    }
  }

  private readWhole(text: string): UploadData | undefined {
    const body = parseJson(text);
    if (typeof body !== 'object' || body === null || !('data' in body)) return undefined;
    const data = readUploadData(body.data, this.language);
    this.onEvent({ stage: 'done', data });
    return data;
  }
}
