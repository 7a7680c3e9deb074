import type { Language } from '#shared/languages.ts';

const workerAddress = '/sw.js';

type ScriptUrlPolicy = { createScriptURL: (address: string) => string };
type TrustedTypesFactory = {
  createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => ScriptUrlPolicy;
};

/** The one Trusted Types policy the content security policy allows: our own worker's address and nothing else. */
function trustWorkerAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory };
  if (trustedTypes === undefined) return workerAddress;
  const policy = trustedTypes.createPolicy('app', {
    createScriptURL(address) {
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

/** The worker cannot see the page's language, and needs it to choose the offline page. */
export function tellWorkerLanguage(language: Language): void {
  if (registration === undefined) return;
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ language })).catch(() => undefined);
}
