/**
 * The token leaves the address bar once read, so that it is in no history, screenshot or shared link (security.md S10);
 * `?email=` stays. Until the link was used the entry of the history remembers it, so that a reload on a bad line loses nothing.
 */
export function hideLinkToken(tokenOfAddress: string | undefined): void {
  if (tokenOfAddress !== undefined)
    window.history.replaceState({ linkToken: tokenOfAddress }, '', `/verify${window.location.search}`);
}

export function readKeptToken(): string | undefined {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('linkToken' in state)) return undefined;
  return typeof state.linkToken === 'string' ? state.linkToken : undefined;
}

/** The link is used up or refused for good. */
export function forgetLinkToken(): void {
  if (readKeptToken() !== undefined) window.history.replaceState(null, '', window.location.href);
}
