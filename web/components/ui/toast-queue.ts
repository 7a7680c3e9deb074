import type { Clock } from '../../lib/clock.ts';

export type ToastKind = 'info' | 'success' | 'warning' | 'error';
export type Toast = { id: number; kind: ToastKind; title: string; detail?: string | undefined };
export type ToastOptions = { detail?: string; durationMilliseconds?: number };

const defaultDurationMilliseconds = 5_000;
/** A second one takes the place of the first. */
const shownAtMost = 1;

/** The toast on show, with the time it has left; time stands still while the reader is over it. */
export function createToastQueue(clock: Clock) {
  type Entry = { toast: Toast; leftMilliseconds: number; since: number; cancel: () => void };
  let entries: Entry[] = [];
  let snapshot: readonly Toast[] = [];
  let isPaused = false;
  let lastId = 0;
  const listeners = new Set<() => void>();

  const publish = () => {
    snapshot = entries.map(({ toast }) => toast);
    for (const listener of listeners) listener();
  };
  const dismiss = (id: number) => {
    for (const entry of entries) if (entry.toast.id === id) entry.cancel();
    entries = entries.filter(({ toast }) => toast.id !== id);
    publish();
  };
  const run = (entry: Entry) => {
    entry.since = clock.now();
    entry.cancel = clock.after(entry.leftMilliseconds, () => dismiss(entry.toast.id));
  };

  return {
    show(kind: ToastKind, title: string, options: ToastOptions = {}) {
      lastId += 1;
      const toast = { id: lastId, kind, title, detail: options.detail };
      const leftMilliseconds = options.durationMilliseconds ?? defaultDurationMilliseconds;
      const entry: Entry = { toast, leftMilliseconds, since: 0, cancel: () => undefined };
      if (!isPaused) run(entry);
      for (const old of entries.slice(0, Math.max(0, entries.length + 1 - shownAtMost))) old.cancel();
      entries = [...entries, entry].slice(-shownAtMost);
      publish();
    },
    dismiss,
    clear() {
      for (const entry of entries) entry.cancel();
      entries = [];
      publish();
    },
    pause() {
      if (isPaused) return;
      isPaused = true;
      for (const entry of entries) {
        entry.cancel();
        entry.leftMilliseconds -= clock.now() - entry.since;
      }
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      for (const entry of entries) run(entry);
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    read: () => snapshot,
  };
}

export type ToastQueue = ReturnType<typeof createToastQueue>;
