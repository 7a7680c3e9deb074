import { createStore } from './store.ts';

type InstallEvent = Event & { prompt: () => Promise<unknown> };

/** Asks to install the app; there is nothing to ask with where the browser has offered nothing, or the app is installed. */
export const installPrompt = createStore<(() => void) | undefined>(undefined);

/** From the start on: the browser offers it once. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.set(() => {
      installPrompt.set(undefined);
      void (event as InstallEvent).prompt();
    });
  });
  window.addEventListener('appinstalled', () => installPrompt.set(undefined));
}
