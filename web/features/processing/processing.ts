import type { UploadData } from '#shared/contract/transcription.ts';
import { CallFailure } from '#web/lib/call-failure.ts';
import type { Clock } from '#web/lib/clock.ts';
import { createStore, type Store } from '#web/lib/store.ts';
import {
  type Journey,
  type JourneyEvent,
  type JourneyView,
  reduceJourney,
  startJourney,
  viewJourney,
} from './journey.ts';
import type { UploadClient, UploadOrder } from './upload-client.ts';
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
  readonly state: Store<ProcessingState>;
  private answer: UploadData | undefined;
  private isHandedOn = false;
  private sending: AbortController | undefined;
  private stopTicking = () => {};

  constructor(parts: ProcessingParts) {
    this.parts = parts;
    this.state = createStore(this.begin());
  }

  /** Sends the recording; again after a failure. */
  readonly start = (order: UploadOrder = {}): void => {
    this.dispose();
    this.answer = undefined;
    this.isHandedOn = false;
    this.sending = new AbortController();
    this.state.set(this.begin());
    this.stopTicking = this.parts.clock.every(tickMilliseconds, () => this.tick());
    void this.send(this.sending.signal, order);
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

  private change(part: Partial<ProcessingState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }

  /** The time left only ever goes down: a later guess that is longer helps nobody. */
  private show(journey: Journey): void {
    const view = viewJourney(journey, this.parts.clock.now());
    const said = this.state.get().view.leftSeconds ?? Number.POSITIVE_INFINITY;
    const leftSeconds = view.leftSeconds === undefined ? undefined : Math.min(view.leftSeconds, said);
    this.change({ journey, view: { ...view, leftSeconds } });
  }

  private onEvent(event: JourneyEvent): void {
    this.show(reduceJourney(this.state.get().journey, event));
  }

  private tick(): void {
    const { journey } = this.state.get();
    this.show(journey);
    if (this.state.get().view.isOver) this.showNow();
  }

  private async send(signal: AbortSignal, order: UploadOrder): Promise<void> {
    const { client, clock, file } = this.parts;
    const progress = {
      onUploaded: (fraction: number) => this.onEvent({ type: 'uploaded', fraction }),
      onEvent: (event: Extract<JourneyEvent, { type: 'server' }>['event']) =>
        this.onEvent({ type: 'server', event, now: clock.now() }),
      onRetry: (tryNumber: number) => this.onEvent({ type: 'tried-again', tryNumber }),
    };
    try {
      const data = await client.upload(file, progress, signal, order);
      if (signal.aborted) return;
      this.answer = data;
      this.parts.onAnswered(data);
    } catch (thrown) {
      if (signal.aborted || (thrown instanceof CallFailure && thrown.kind === 'cancelled')) return;
      this.dispose();
      this.change({ failure: thrown });
      this.parts.onFailed(thrown);
    }
  }
}
