import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Language } from '#shared/languages.ts';
import { freeAttempts, maxUploadBytes, retentionDays } from '#shared/limits.ts';
import { Toaster } from '../components/ui/toaster.tsx';
import type { ApiClient } from '../lib/api-client.ts';
import { createFakeClock } from '../lib/clock-for-test.ts';
import { loadTexts } from '../lib/text-registry.ts';
import { PageStart } from './page-start.tsx';
import { createServices, Providers } from './providers.tsx';

// What jsdom lacks of a browser, as far as our screens touch it.
const nothing = () => undefined;
Object.assign(URL, { createObjectURL: () => 'blob:test', revokeObjectURL: nothing });
window.matchMedia ??= () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }) as never;
Object.assign(HTMLMediaElement.prototype, { play: async () => undefined, pause: nothing, load: nothing });
Object.assign(HTMLDialogElement.prototype, { showModal: nothing, close: nothing });

export type TestAnswer = (endpoint: Endpoint, input: { body?: unknown }) => unknown;
type Options = { answer?: TestAnswer | undefined; ready?: () => unknown; language?: Language; token?: string };

const limits = { maxUploadBytes, maxAudioSeconds: 60, freeAttempts, retentionDays };
const serviceInfo = { engine: { state: 'ready', description: null }, limits };
const operator = { email: 'help@example.org', name: 'Hodan', url: '/', contact: 'Hodan Cali' };

export const testToken = (validSeconds = 3600): string =>
  `x.${btoa(JSON.stringify({ exp: Date.UTC(2026, 0, 1) / 1000 + validSeconds }))}.x`;

/** Mounts a part of the app with a clock that stands still and a server of the test's own; local storage is empty after it. */
export async function renderForTest(content: ReactNode, options: Options = {}) {
  const { answer = () => ({ success: true, message: 'ok' }), ready = () => serviceInfo, language = 'en' } = options;
  const areas = ['common', 'errors', 'landing', 'demo', 'auth', 'results', 'account'] as const;
  await Promise.all(areas.map((area) => loadTexts(language, area)));
  localStorage.setItem('somalispeak_language', language);
  onTestFinished(() => localStorage.clear());
  const clock = createFakeClock();
  const calls: { endpoint: Endpoint; input: { body?: unknown } }[] = [];
  const call = async (endpoint: Endpoint, input: object) => {
    if (endpoint.path === '/ready') return ready();
    calls.push({ endpoint, input });
    return answer(endpoint, input);
  };
  const services = { ...createServices(() => language, operator), api: { call } as ApiClient, clock };
  if (options.token !== undefined) services.tokens.write(options.token);
  document.body.replaceChildren();
  const { container, unmount } = await act(async () =>
    render(
      <Providers services={services} language={language} onLanguageChange={() => {}}>
        <PageStart />
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
    tokens: services.tokens,
    text: () => document.body.textContent ?? '',
    toasts: () => [...document.querySelectorAll('[data-toast] p:first-of-type')].map((toast) => toast.textContent),
    find: <E extends Element = HTMLElement>(selector: string) => document.querySelector(selector) as E,
    button,
    click: (target: string | HTMLElement) =>
      act(async () => {
        (typeof target === 'string' ? button(target) : target).click();
        await clock.advance(0);
      }),
    type: (field: HTMLInputElement, value: string) =>
      act(async () => void fireEvent.input(field, { target: { value } })),
    advance: (milliseconds: number) => act(() => clock.advance(milliseconds)),
    settle,
    close: unmount,
  };
}

export type TestScreen = Awaited<ReturnType<typeof renderForTest>>;
