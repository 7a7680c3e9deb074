import type { UploadData } from '#shared/contract/transcription.ts';
import { CallFailure } from '#web/lib/call-failure.ts';
import type { Clock } from '#web/lib/clock.ts';
import {
  type Journey,
  type JourneyEvent,
  type JourneyView,
  reduceJourney,
  startJourney,
  viewJourney,
} from './journey.ts';
import type { UploadClient } from './upload-client.ts';
import type { UploadFile } from './upload-transport.ts';

export type ProcessingState = {
  journey: Journey;
  view: JourneyView;
  /** Set when the upload gave no result; the screen then offers another try. */
  failure: unknown;
};

export type ProcessingParts = {
  client: UploadClient;
  clock: Clock;
  file: UploadFile;
  /** The server has answered: the attempt is counted, the take no longer needed. */
  onAnswered: (data: UploadData) => void;
  /** The journey is over: show the results. */
  onOver: (data: UploadData) => void;
  onFailed: (failure: unknown) => void;
};

/** As often as a word is typed out. */
const tickMilliseconds = 80;

/** Upload and journey together: what the server says, paced for the reader. */
export class Processing {
  private readonly parts: ProcessingParts;
  private state: ProcessingState;
  private readonly listeners = new Set<() => void>();
  private answer: UploadData | undefined;
  private isHandedOn = false;
  private sending: AbortController | undefined;
  private stopTicking = () => {};

  constructor(parts: ProcessingParts) {
    this.parts = parts;
    this.state = this.begin();
  }

  readonly getState = (): ProcessingState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Sends the recording; again after a failure. */
  readonly start = (): void => {
    this.dispose();
    this.answer = undefined;
    this.isHandedOn = false;
    this.sending = new AbortController();
    this.publish(this.begin());
    this.stopTicking = this.parts.clock.every(tickMilliseconds, () => this.tick());
    void this.send(this.sending.signal);
  };

  readonly showNow = (): void => {
    if (this.answer === undefined || this.isHandedOn) return;
    this.isHandedOn = true;
    this.dispose();
    this.parts.onOver(this.answer);
  };

  readonly dispose = (): void => {
    this.stopTicking();
    this.sending?.abort();
    this.sending = undefined;
  };

  private begin(): ProcessingState {
    const now = this.parts.clock.now();
    const journey = startJourney(now);
    return { journey, view: viewJourney(journey, now), failure: undefined };
  }

  private publish(next: ProcessingState): void {
    this.state = next;
    for (const listener of this.listeners) listener();
  }

  private hear(event: JourneyEvent): void {
    const journey = reduceJourney(this.state.journey, event);
    this.publish({ ...this.state, journey, view: viewJourney(journey, this.parts.clock.now()) });
  }

  private tick(): void {
    this.publish({ ...this.state, view: viewJourney(this.state.journey, this.parts.clock.now()) });
    if (this.state.view.isOver) this.showNow();
  }

  private async send(signal: AbortSignal): Promise<void> {
    const { client, clock, file } = this.parts;
    const progress = {
      onUploaded: (fraction: number) => this.hear({ type: 'uploaded', fraction }),
      onEvent: (event: Extract<JourneyEvent, { type: 'server' }>['event']) =>
        this.hear({ type: 'server', event, now: clock.now() }),
      onRetry: (tryNumber: number) => this.hear({ type: 'tried-again', tryNumber }),
    };
    try {
      const data = await client.upload(file, progress, signal);
      if (signal.aborted) return;
      this.answer = data;
      this.parts.onAnswered(data);
    } catch (thrown) {
      if (signal.aborted || (thrown instanceof CallFailure && thrown.kind === 'cancelled')) return;
      this.dispose();
      this.publish({ ...this.state, failure: thrown });
      this.parts.onFailed(thrown);
    }
  }
}
