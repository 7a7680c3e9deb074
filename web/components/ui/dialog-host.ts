import { useSyncExternalStore } from 'react';

// While a modal dialog is open everything outside it is inert, toasts and the live region too: they move into it.
const open: HTMLElement[] = [];
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

export function enterDialogHost(element: HTMLElement): () => void {
  open.push(element);
  tell();
  return () => {
    const index = open.lastIndexOf(element);
    if (index >= 0) open.splice(index, 1);
    tell();
  };
}

/** The place for messages of the topmost open dialog, if any. */
export function useDialogHost(): HTMLElement | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open.at(-1) ?? null,
    () => null,
  );
}
