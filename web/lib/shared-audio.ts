import { dropParameter } from './browser-state.ts';

const stateCache = 'state';
const sharedAudio = '/shared-audio';

const openCache = async () => ('caches' in window ? await caches.open(stateCache) : undefined);

/** The voice note another app shared with us through the service worker. */
export async function readSharedAudio(): Promise<File | undefined> {
  const kept = await (await openCache())?.match(sharedAudio);
  if (kept === undefined) return undefined;
  const blob = await kept.blob();
  const name = decodeURIComponent(kept.headers.get('x-file-name') ?? '');
  return new File([blob], name === '' ? 'recording' : name, { type: blob.type });
}

export async function forgetSharedAudio(): Promise<void> {
  await (await openCache().catch(() => undefined))?.delete(sharedAudio);
}

const parameter = 'shared';
const sharer = () => new URLSearchParams(window.location.search).get(parameter);

/** The share sheet opens the installed app; another site's page can only lead to a tab. */
const isInstalledApp = () => !window.matchMedia('(display-mode: browser)').matches;

/**
 * The address says that something was shared just now, and by whom (the service worker's redirect). Where a person is
 * signed in it is theirs; the claim is dropped at a sign-out, because the next sign-in may be another person's.
 */
export const hasShareClaim = (): boolean => sharer() === 'own' || (sharer() === 'unnamed' && isInstalledApp());

export const dropShareClaim = (): void => dropParameter(parameter);
