import { createStore, useStore } from '../../lib/store.ts';

// While a modal dialog is open everything outside it is inert, toasts and the live region too: they move into it.
const openDialogs = createStore<readonly HTMLElement[]>([]);

export function enterDialogHost(element: HTMLElement): () => void {
  openDialogs.set([...openDialogs.get(), element]);
  return () => openDialogs.set(openDialogs.get().filter((each) => each !== element));
}

/** The place for messages of the topmost open dialog, if any. */
export const useDialogHost = (): HTMLElement | null => useStore(openDialogs).at(-1) ?? null;
