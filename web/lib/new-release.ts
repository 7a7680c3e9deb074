import { useEffect, useState } from 'react';

/**
 * Whether the server has another version than the page that runs: it names another script, or has this one no longer.
 * `false` without a line.
 */
export async function hasNewRelease(): Promise<boolean> {
  const script = document.querySelector('script[type=module][src]')?.getAttribute('src');
  if (!script) return false;
  const fetchFresh = (address: string) => fetch(address, { cache: 'no-store' });
  try {
    const [page, own] = await Promise.all([fetchFresh(window.location.pathname), fetchFresh(script)]);
    return own.status === 404 || (page.ok && !(await page.text()).includes(script));
  } catch {
    return false;
  }
}

/** The same for a page: asked once a part of it could not be fetched, at once where `isMissing` is said. */
export function useNewRelease(isMissing = false): boolean {
  const [isOutdated, setIsOutdated] = useState(false);
  useEffect(() => {
    const ask = () => void hasNewRelease().then(setIsOutdated);
    if (isMissing) ask();
    // Vite's own, for every part that is fetched when needed.
    window.addEventListener('vite:preloadError', ask);
    return () => window.removeEventListener('vite:preloadError', ask);
  }, [isMissing]);
  return isOutdated;
}
