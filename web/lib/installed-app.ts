import type { Language } from '#shared/languages.ts';

const workerAddress = '/sw.js';

type TrustedTypesFactory = { createPolicy: <Rules>(name: string, rules: Rules) => Rules };

/** The one Trusted Types policy the content security policy allows: our own worker's address and nothing else. */
function trustWorkerAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory };
  if (trustedTypes === undefined) return workerAddress;
  const policy = trustedTypes.createPolicy('app', {
    createScriptURL(address: string) {
      if (address !== workerAddress) throw new TypeError(`Not a script of ours: ${address}`);
      return address;
    },
  });
  return policy.createScriptURL(workerAddress);
}

let registration: Promise<ServiceWorkerRegistration> | undefined;

/** Starts the worker that keeps the app's shell, after the page has loaded: it is no part of the first impression. */
export function registerServiceWorker(language: () => Language): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const start = () => {
    registration = navigator.serviceWorker.register(trustWorkerAddress());
    registration.then(() => tellWorkerLanguage(language())).catch(() => undefined);
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

function tellWorker(message: { language: Language } | { keepsResults: true }): void {
  if (registration === undefined) return;
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(message)).catch(() => undefined);
}

/** The worker cannot see the page's language, and needs it to choose the offline page. */
export const tellWorkerLanguage = (language: Language): void => tellWorker({ language });

/** An open result can be read without a connection: what shows it is kept on this device from now on. */
export const keepResultPages = (): void => tellWorker({ keepsResults: true });
