import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

function moveToStart(): void {
  const place = document.getElementById(window.location.hash.slice(1));
  if (place !== null) place.scrollIntoView();
  else window.scrollTo(0, 0);
  const main = document.getElementById('main');
  // A page that has put the focus on its own heading keeps it there.
  if (main?.contains(document.activeElement) !== true) main?.focus({ preventScroll: true });
}

/** Does on a change of page what a browser does on a new document: to the top or to `#place`, with focus at the start. */
export function ScrollKeeper() {
  const [path] = useLocation();
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return undefined;
    lastPath.current = path;
    // With the frame that shows the page: asking for places before it lays the page out twice.
    const frame = requestAnimationFrame(moveToStart);
    return () => cancelAnimationFrame(frame);
  }, [path]);
  return null;
}
