import type { Language } from '#shared/languages.ts';
import { createApiClient } from '../lib/api-client.ts';
import { openBrowserStorage } from '../lib/browser-storage.ts';
import { systemClock } from '../lib/clock.ts';
import type { Services } from '../lib/services.ts';
import { signalUnauthorized } from '../lib/signals.ts';
import { createTokenStore } from '../lib/token-store.ts';

export function createServices(language: () => Language): Services {
  const storage = openBrowserStorage();
  const clock = systemClock;
  const tokens = createTokenStore(storage, clock);
  const api = createApiClient({
    tokens,
    clock,
    language,
    onUnauthorized: signalUnauthorized,
    fetch: (...call) => globalThis.fetch(...call),
  });
  return { api, tokens, storage, clock };
}
