import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Language } from '#shared/languages.ts';
import { freeAttempts, maxUploadBytes, retentionDays } from '#shared/limits.ts';
import { Toaster } from '../components/ui/toaster.tsx';
import type { ApiClient } from '../lib/api-client.ts';
import { createFakeClock } from '../lib/fake-clock.ts';
import type { ServiceInfo } from '../lib/service-info.ts';
import { baseAreas, loadTexts, type TextArea } from '../lib/text-registry.ts';
import { Providers } from './providers.tsx';

/** What the server answers in a test: a body, or an error to throw. */
export type TestAnswer = (endpoint: Endpoint, input: { body?: unknown }) => unknown;

type Options = {
  answer?: TestAnswer;
  areas?: readonly TextArea[];
  language?: Language;
  storage?: Map<string, string>;
  token?: string;
};

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const serviceInfo: ServiceInfo = {
  ready: true,
  database: true,
  queue: true,
  engine: { state: 'ready', description: null, downloadedBytes: 0, totalBytes: 0 },
  limits: { maxUploadBytes, maxAudioSeconds: 60, freeAttempts, retentionDays },
  supportEmail: 'help@example.org',
  verifyClickWhenUnbound: false,
};

/** Mounts a part of the app with a clock that stands still, a server of the test's own, and no browser storage. */
export async function renderForTest(content: ReactNode, options: Options = {}) {
  const {
    answer = () => ({ success: true, message: 'ok' }),
    areas = [],
    language = 'en',
    storage = new Map(),
  } = options;
  await Promise.all([...baseAreas, ...areas].map((area) => loadTexts(language, area)));
  storage.set('somalispeak_language', language);
  const clock = createFakeClock(Date.now());
  const calls: { endpoint: Endpoint; input: { body?: unknown } }[] = [];
  const api: ApiClient = {
    call: async (endpoint, input) => {
      if (endpoint.path === '/ready') return serviceInfo as never;
      calls.push({ endpoint, input });
      return (await answer(endpoint, input)) as never;
    },
  };
  let { token } = options;
  const tokens = {
    read: () => token,
    write: (next: string) => {
      token = next;
    },
    clear: () => {
      token = undefined;
    },
    isDueForRefresh: () => false,
  };
  const services = {
    api,
    tokens,
    clock,
    storage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
  };
  const element = document.createElement('div');
  document.body.replaceChildren(element);
  const root = createRoot(element);
  const run = (change: () => unknown) => act(async () => void (await change()));
  await run(() =>
    root.render(
      <Providers services={services} language={language} onLanguageChange={() => {}}>
        <Toaster closeLabel="Close">{content}</Toaster>
      </Providers>,
    ),
  );
  await run(() => vi.dynamicImportSettled());
  return {
    calls,
    storage,
    tokens,
    text: () => document.body.textContent ?? '',
    toasts: () => [...document.querySelectorAll('[data-toast]')].map((toast) => toast.querySelector('p')?.textContent),
    find: <E extends Element = HTMLElement>(selector: string) => {
      const found = document.querySelector<E>(selector);
      if (found === null) throw new Error(`Not on the page: ${selector}`);
      return found;
    },
    button: (label: string) => {
      const found = [...document.querySelectorAll('button')].find((button) => button.textContent === label);
      if (found === undefined) throw new Error(`No button "${label}" in: ${document.body.textContent}`);
      return found;
    },
    click: (target: HTMLElement) => run(() => target.click()),
    type: (target: HTMLInputElement, value: string) =>
      run(() => {
        // React listens to the setter of the prototype, not to the property of the element.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, value);
        target.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    advance: (milliseconds: number) => run(() => clock.advance(milliseconds)),
    /** Lets pages and dialogs that are fetched when needed arrive. */
    settle: () => run(() => vi.dynamicImportSettled()),
    unmount: () => run(() => root.unmount()),
  };
}
