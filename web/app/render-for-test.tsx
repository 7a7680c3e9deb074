import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Language } from '#shared/languages.ts';
import { freeAttempts, maxUploadBytes, retentionDays } from '#shared/limits.ts';
import { Toaster } from '../components/ui/toaster.tsx';
import type { ApiClient } from '../lib/api-client.ts';
import { createFakeClock } from '../lib/clock-for-test.ts';
import type { ServiceInfo } from '../lib/service-info.ts';
import { baseAreas, loadTexts, type TextArea } from '../lib/text-registry.ts';
import { createTokenStore } from '../lib/token-store.ts';
import { Providers } from './providers.tsx';

/** What the server answers in a test: a body, or an error to throw. */
export type TestAnswer = (endpoint: Endpoint, input: { body?: unknown }) => unknown;

type Options = {
  answer?: TestAnswer | undefined;
  /** Answers by path; any other call fails as without a network. */
  answers?: Readonly<Record<string, unknown>>;
  areas?: readonly TextArea[];
  language?: Language;
  storage?: Map<string, string>;
  token?: string;
};

const serviceInfo: ServiceInfo = {
  ready: true,
  database: true,
  queue: true,
  engine: { state: 'ready', description: null, downloadedBytes: 0, totalBytes: 0 },
  limits: { maxUploadBytes, maxAudioSeconds: 60, freeAttempts, retentionDays },
  supportEmail: 'help@example.org',
  verifyClickWhenUnbound: false,
};

/** A session's token, by the clock of the test. */
export const testToken = (validSeconds = 3600): string =>
  `x.${btoa(JSON.stringify({ exp: Date.UTC(2026, 0, 1) / 1000 + validSeconds }))}.x`;

function answerByPath(answers: Readonly<Record<string, unknown>>, path: string): unknown {
  if (path in answers) return answers[path];
  throw new Error(`No answer for ${path}`);
}

/** Mounts a part of the app with a clock that stands still, a server of the test's own, and no browser storage. */
export async function renderForTest(content: ReactNode, options: Options = {}) {
  const {
    answers,
    answer = answers ? ({ path }) => answerByPath(answers, path) : () => ({ success: true, message: 'ok' }),
    areas = ['demo', 'auth', 'results', 'errors'],
    language = 'en',
    storage = new Map(),
  } = options;
  await Promise.all([...baseAreas, ...areas].map((area) => loadTexts(language, area)));
  storage.set('somalispeak_language', language);
  const clock = createFakeClock();
  const calls: { endpoint: Endpoint; input: { body?: unknown } }[] = [];
  const api: ApiClient = {
    call: async (endpoint, input) => {
      if (endpoint.path === '/ready' && !(answers && '/ready' in answers)) return serviceInfo as never;
      calls.push({ endpoint, input });
      return (await answer(endpoint, input)) as never;
    },
  };
  const browserStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  };
  const tokens = createTokenStore(browserStorage, clock);
  if (options.token !== undefined) tokens.write(options.token);
  const services = { api, tokens, clock, storage: browserStorage };
  completeBrowser();
  document.body.replaceChildren();
  const { container, unmount } = await act(async () =>
    render(
      <Providers services={services} language={language} onLanguageChange={() => {}}>
        <Toaster>{content}</Toaster>
      </Providers>,
    ),
  );
  /** Lets pages and dialogs that are fetched when needed arrive. */
  const settle = () => act(() => vi.dynamicImportSettled());
  await settle();
  /** By its accessible name, wherever it is on the page. */
  const button = (name: string) =>
    screen.getAllByRole<HTMLButtonElement>('button', { name, hidden: true })[0] as HTMLButtonElement;
  return {
    root: container,
    calls,
    clock,
    storage,
    tokens,
    text: () => document.body.textContent ?? '',
    toasts: () => [...document.querySelectorAll('[data-toast]')].map((toast) => toast.querySelector('p')?.textContent),
    find: <E extends Element = HTMLElement>(selector: string) => {
      const found = document.querySelector<E>(selector);
      if (found === null) throw new Error(`Not on the page: ${selector}`);
      return found;
    },
    button,
    click: (target: string | HTMLElement) =>
      act(async () => {
        (typeof target === 'string' ? button(target) : target).click();
        await clock.advance(0);
      }),
    type: (target: HTMLInputElement, value: string) =>
      act(async () => void fireEvent.input(target, { target: { value } })),
    advance: (milliseconds: number) => act(() => clock.advance(milliseconds)),
    settle,
    close: unmount,
  };
}

export type TestScreen = Awaited<ReturnType<typeof renderForTest>>;

/** What jsdom lacks of a browser, as far as our screens touch it. */
function completeBrowser(): void {
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => undefined;
  window.matchMedia ??= (media) =>
    ({ media, matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
  HTMLMediaElement.prototype.play = async () => undefined;
  HTMLMediaElement.prototype.pause = () => undefined;
  HTMLMediaElement.prototype.load = () => undefined;
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  HTMLDialogElement.prototype.close ??= () => undefined;
}
