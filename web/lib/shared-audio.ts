const stateCache = 'state';
const sharedAudio = '/shared-audio';

/** The voice note another app shared with us through the service worker, taken out so that it is used once. */
export async function takeSharedAudio(): Promise<File | undefined> {
  if (!('caches' in window)) return undefined;
  const cache = await caches.open(stateCache);
  const kept = await cache.match(sharedAudio);
  if (kept === undefined) return undefined;
  await cache.delete(sharedAudio);
  const blob = await kept.blob();
  const name = decodeURIComponent(kept.headers.get('x-file-name') ?? '');
  return new File([blob], name === '' ? 'recording' : name, { type: blob.type });
}
