import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** Does on a change of page what a browser does on a new document: to the top or to `#place`, with focus at the start. */
export function ScrollKeeper() {
  const [path] = useLocation();
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    const place = document.getElementById(window.location.hash.slice(1));
    if (place !== null) place.scrollIntoView();
    else window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
  return null;
}
