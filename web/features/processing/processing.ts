import type { UploadData } from '#shared/contract/transcription.ts';
import type { AudioFile } from '#web/lib/audio-player.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import type { Clock } from '../../lib/clock.ts';
import { createStore } from '../../lib/store.ts';
import {
  type Journey,
  type JourneyEvent,
  type JourneyView,
  reduceJourney,
  startJourney,
  viewJourney,
} from './journey.ts';
import type { Upload, UploadOrder } from './upload-client.ts';

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
  onOver: (data: UploadData) => void;
  onFailed: (failure: unknown) => void;
};

/** As often as a word is typed out. */
const tickMilliseconds = 80;

/** Upload and journey together: what the server says, paced for the reader. */
export function createProcessing({ upload, clock, file, onAnswered, onOver, onFailed }: ProcessingParts) {
  const begin = (): ProcessingState => {
    const now = clock.now();
    const journey = startJourney(now);
    return { journey, view: viewJourney(journey, now), failure: undefined };
  };
  const state = createStore(begin());
  let answer: UploadData | undefined;
  let sending: AbortController | undefined;
  let stopTicking = () => {};

  const dispose = (): void => {
    stopTicking();
    sending?.abort();
    sending = undefined;
  };
  const showNow = (): void => {
    if (answer === undefined) return;
    const shown = answer;
    answer = undefined;
    dispose();
    onOver(shown);
  };

  const show = (journey: Journey) => state.set({ ...state.get(), journey, view: viewJourney(journey, clock.now()) });

  /** Set when the person has left before the server had named the work; it is ended as soon as that comes. */
  let onNamed: ((id: string) => void) | undefined;

  async function send(signal: AbortSignal, order: UploadOrder): Promise<void> {
    const isLeft = () => signal.aborted || onNamed !== undefined;
    const onEvent = (event: JourneyEvent) => {
      const journey = reduceJourney(state.get().journey, event);
      if (onNamed === undefined) show(journey);
      else if (journey.transcriptionId !== undefined) onNamed(journey.transcriptionId);
    };
    try {
      const data = await upload(file, onEvent, signal, order);
      if (isLeft()) return;
      answer = data;
      onAnswered(data);
    } catch (thrown) {
      if (isLeft() || (thrown instanceof CallFailure && thrown.kind === 'cancelled')) return;
      dispose();
      state.set({ ...state.get(), failure: thrown });
      onFailed(thrown);
    }
  }

  function start(order: UploadOrder = {}): void {
    dispose();
    answer = undefined;
    sending = new AbortController();
    state.set(begin());
    stopTicking = clock.every(tickMilliseconds, () => {
      show(state.get().journey);
      if (state.get().view.isOver) showNow();
    });
    void send(sending.signal, order);
  }

  /** Ends the work here and, by `remove`, at the server: leaving alone does not stop it. */
  function cancel(remove: (id: string) => void): void {
    const { transcriptionId, uploadedFraction } = state.get().journey;
    const left = sending;
    if (transcriptionId === undefined && uploadedFraction >= 1) {
      sending = undefined;
      onNamed = (id) => {
        onNamed = () => {};
        left?.abort();
        remove(id);
      };
    }
    dispose();
    if (transcriptionId !== undefined) remove(transcriptionId);
  }

  return { state, start, showNow, cancel, dispose };
}
