const eventName = 'somalispeak:unauthorized';

/** Spec §7: any 401 fires a global signal; whoever shows the session listens. */
export function signalUnauthorized(): void {
  window.dispatchEvent(new Event(eventName));
}

export function onUnauthorized(callback: () => void): () => void {
  window.addEventListener(eventName, callback);
  return () => window.removeEventListener(eventName, callback);
}
