import type { UploadData } from '#shared/contract/transcription.ts';
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
import { UploadFailure } from './upload-failure.ts';
import type { UploadRequest } from './upload-transport.ts';

export type ProcessingState = {
  journey: Journey;
  view: JourneyView;
  /** Set when the upload gave no result; the screen then offers another try. */
  failure: unknown;
};

export type ProcessingParts = {
  client: UploadClient;
  clock: Clock;
  file: UploadRequest['file'];
  /** The server has answered: the attempt is counted, the take no longer needed. */
  onAnswered: (data: UploadData) => void;
  /** The journey is over: show the results. */
  onOver: (data: UploadData) => void;
  onFailed: (failure: unknown) => void;
};

export type Processing = {
  getState(): ProcessingState;
  subscribe(listener: () => void): () => void;
  /** Sends the recording; again after a failure. */
  start(): void;
  showNow(): void;
  dispose(): void;
};

/** As often as a word is typed out. */
const tickMilliseconds = 80;

/** Upload and journey together: what the server says, paced for the reader. */
export function createProcessing(parts: ProcessingParts): Processing {
  const { clock, client } = parts;
  const listeners = new Set<() => void>();
  const begin = (): ProcessingState => {
    const journey = startJourney(clock.now());
    return { journey, view: viewJourney(journey, clock.now()), failure: undefined };
  };
  let state = begin();
  let answer: UploadData | undefined;
  let isHandedOn = false;
  let sending: AbortController | undefined;
  let stopTicking = () => {};

  const publish = (next: ProcessingState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const hear = (event: JourneyEvent) => {
    const journey = reduceJourney(state.journey, event);
    publish({ ...state, journey, view: viewJourney(journey, clock.now()) });
  };
  const end = () => {
    stopTicking();
    sending?.abort();
    sending = undefined;
  };
  const handOn = () => {
    if (answer === undefined || isHandedOn) return;
    isHandedOn = true;
    end();
    parts.onOver(answer);
  };
  const tick = () => {
    publish({ ...state, view: viewJourney(state.journey, clock.now()) });
    if (state.view.isOver) handOn();
  };

  const send = async (signal: AbortSignal) => {
    try {
      const data = await client.upload(
        parts.file,
        {
          onUploaded: (fraction) => hear({ type: 'uploaded', fraction }),
          onEvent: (event) => hear({ type: 'server', event, now: clock.now() }),
          onRetry: (tryNumber) => hear({ type: 'tried-again', tryNumber }),
        },
        signal,
      );
      if (signal.aborted) return;
      answer = data;
      parts.onAnswered(data);
    } catch (thrown) {
      if (signal.aborted || (thrown instanceof UploadFailure && thrown.kind === 'cancelled')) return;
      end();
      publish({ ...state, failure: thrown });
      parts.onFailed(thrown);
    }
  };

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      end();
      answer = undefined;
      isHandedOn = false;
      sending = new AbortController();
      publish(begin());
      stopTicking = clock.every(tickMilliseconds, tick);
      void send(sending.signal);
    },
    showNow: handOn,
    dispose: end,
  };
}
