import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { Router } from 'wouter';
import type { Language } from '#shared/languages.ts';
import { Toaster } from '../../components/ui/toaster.tsx';
import { SessionProvider } from '../../features/auth/session-context.tsx';
import type { ApiClient } from '../../lib/api-client.ts';
import { createFakeClock, type FakeClock } from '../../lib/fake-clock.ts';
import { LanguageContext } from '../../lib/language-context.ts';
import { ServicesContext } from '../../lib/services.ts';
import { loadTexts } from '../../lib/text-registry.ts';
import { createTokenStore } from '../../lib/token-store.ts';

type Options = {
  language?: Language;
  /** Answers by path; any other call fails as without a network. */
  answers?: Readonly<Record<string, unknown>>;
  token?: string;
};

export type TestScreen = {
  root: HTMLElement;
  clock: FakeClock;
  /** All words on show. */
  text(): string;
  button(name: string): HTMLButtonElement;
  click(name: string): Promise<void>;
  advance(milliseconds: number): Promise<void>;
  close(): void;
};

/** What jsdom lacks of a browser, as far as the demo's screens touch it. */
function completeBrowser(): void {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
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

/** Renders a screen of the demo with a clock that the test moves. */
export async function openScreen(screen: ReactNode, options: Options = {}): Promise<TestScreen> {
  completeBrowser();
  const { language = 'en', answers = {} } = options;
  await Promise.all(
    (['common', 'demo', 'auth', 'results', 'errors'] as const).map((area) => loadTexts(language, area)),
  );
  const clock = createFakeClock();
  const stored = new Map(options.token === undefined ? [] : [['somalispeak_auth_token', options.token]]);
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const api = {
    call: async ({ path }: { path: string }) => {
      if (path in answers) return answers[path];
      throw new Error(`No answer for ${path}`);
    },
  } as unknown as ApiClient;
  const root = document.createElement('div');
  document.body.append(root);
  const react = createRoot(root);
  await act(async () => {
    react.render(
      <ServicesContext value={{ api, clock, storage, tokens: createTokenStore(storage, clock) }}>
        <LanguageContext value={{ language, setLanguage: () => undefined }}>
          <Router>
            <SessionProvider>
              <Toaster closeLabel="close">{screen}</Toaster>
            </SessionProvider>
          </Router>
        </LanguageContext>
      </ServicesContext>,
    );
  });
  // What is fetched when first needed, the session's contract for one, takes a busy machine a while.
  await act(() => vi.dynamicImportSettled());
  const button = (name: string) => {
    const found = [...root.querySelectorAll<HTMLButtonElement>('button, [role="button"]')].find(
      (each) => each.getAttribute('aria-label') === name || each.textContent?.trim() === name,
    );
    if (found === undefined) throw new Error(`No button "${name}" among: ${root.textContent}`);
    return found;
  };
  return {
    root,
    clock,
    text: () => root.textContent ?? '',
    button,
    click: (name) =>
      act(async () => {
        button(name).click();
        await clock.advance(0);
      }),
    advance: (milliseconds) => act(() => clock.advance(milliseconds)),
    close: () => {
      act(() => react.unmount());
      root.remove();
    },
  };
}
