import { dropParameter } from './browser-state.ts';

const stateCache = 'state';
const sharedAudio = '/shared-audio';

const openCache = async () => ('caches' in window ? await caches.open(stateCache) : undefined);

/** What another app shared with us through the service worker, which keeps it as the form that it came in. */
export async function readSharedAudio(): Promise<File[]> {
  const kept = await (await openCache())?.match(sharedAudio);
  const form = await kept?.formData();
  return (form?.getAll('audio') ?? []).filter((each) => each instanceof File);
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
