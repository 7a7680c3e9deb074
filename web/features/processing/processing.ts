import { useEffect, useEffectEvent, useState } from 'react';
import type { UploadData } from '#shared/contract/transcription.ts';
import type { AudioFile } from '#web/lib/audio-player.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import type { Clock } from '../../lib/clock.ts';
import { useLanguage } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { createStore, type Store, useStore } from '../../lib/store.ts';
import {
  type Journey,
  type JourneyEvent,
  type JourneyView,
  reduceJourney,
  startJourney,
  viewJourney,
} from './journey.ts';
import { createUpload, type Upload, type UploadOrder } from './upload-client.ts';
import { sendByXhr } from './upload-exchange.ts';

export type ProcessingState = {
  journey: Journey;
  view: JourneyView;
  /** Set when the upload gave no result; the screen then offers another try. */
  failure: unknown;
};

type ProcessingParts = {
  upload: Upload;
  clock: Clock;
  file: AudioFile;
  /** The server has answered: the attempt is counted, the recording no longer needed. */
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
    this.sending = new AbortController();
    this.state.set(this.begin());
    this.stopTicking = this.parts.clock.every(tickMilliseconds, () => this.tick());
    void this.send(this.sending.signal, order);
  };

  readonly showNow = (): void => {
    const { answer } = this;
    if (answer === undefined) return;
    this.answer = undefined;
    this.dispose();
    this.parts.onOver(answer);
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

  private tick(): void {
    this.show(this.state.get().journey);
    if (this.state.get().view.isOver) this.showNow();
  }

  private async send(signal: AbortSignal, order: UploadOrder): Promise<void> {
    const { upload, file } = this.parts;
    const onEvent = (event: JourneyEvent) => this.show(reduceJourney(this.state.get().journey, event));
    try {
      const data = await upload(file, onEvent, signal, order);
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

/** Sends the recording when the screen opens, and follows it. */
export function useProcessing(
  file: AudioFile,
  callbacks: Pick<ProcessingParts, 'onAnswered' | 'onOver' | 'onFailed'>,
): { processing: Processing; state: ProcessingState } {
  const { clock, tokens } = useServices();
  const { language: reading } = useLanguage();
  const onAnswered = useEffectEvent(callbacks.onAnswered);
  const onOver = useEffectEvent(callbacks.onOver);
  const onFailed = useEffectEvent(callbacks.onFailed);
  const language = useEffectEvent(() => reading);
  const [processing] = useState(() => {
    const parts = { transport: sendByXhr, tokens, clock, language };
    return new Processing({ upload: createUpload(parts), clock, file, onAnswered, onOver, onFailed });
  });
  useEffect(() => {
    // After the screen is there: hashing and packing would hold it up.
    const cancel = clock.afterPaint(() => processing.start());
    return () => {
      cancel();
      processing.dispose();
    };
  }, [processing, clock]);
  return { processing, state: useStore(processing.state) };
}
