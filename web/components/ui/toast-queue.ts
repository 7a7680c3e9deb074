import type { Clock } from '../../lib/clock.ts';
import { createStore } from '../../lib/store.ts';

export type ToastKind = 'info' | 'success' | 'warning' | 'error';
export type Toast = { id: number; kind: ToastKind; title: string; detail?: string | undefined };
export type ToastOptions = { detail?: string; durationMilliseconds?: number };

const defaultDurationMilliseconds = 5_000;

/** The toast on show, with the time it has left; a second one takes its place, and time stands still while it is read. */
export function createToastQueue(clock: Clock) {
  const shown = createStore<Toast | undefined>(undefined);
  let leftMilliseconds = 0;
  let since = 0;
  let isPaused = false;
  let lastId = 0;
  let cancel = () => {};

  const clear = () => {
    cancel();
    shown.set(undefined);
  };
  const run = () => {
    since = clock.now();
    cancel = clock.after(leftMilliseconds, clear);
  };

  return {
    shown,
    show(kind: ToastKind, title: string, options: ToastOptions = {}) {
      cancel();
      leftMilliseconds = options.durationMilliseconds ?? defaultDurationMilliseconds;
      lastId += 1;
      shown.set({ id: lastId, kind, title, detail: options.detail });
      if (!isPaused) run();
    },
    clear,
    pause() {
      if (isPaused) return;
      isPaused = true;
      cancel();
      leftMilliseconds -= clock.now() - since;
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      if (shown.get() !== undefined) run();
    },
  };
}

export type ToastQueue = ReturnType<typeof createToastQueue>;
