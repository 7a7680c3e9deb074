const channelName = 'somalispeak';

/** What one tab tells the others; nothing personal. */
type TabNews = { attemptsRemaining: number };

const openChannel = () => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName));

export function tellOtherTabs(news: TabNews): void {
  const channel = openChannel();
  channel?.postMessage(news);
  channel?.close();
}

export function listenToOtherTabs(callback: (news: TabNews) => void): () => void {
  const channel = openChannel();
  if (channel === undefined) return () => {};
  channel.onmessage = ({ data }) => callback(data as TabNews);
  return () => channel.close();
}

const eventName = 'somalispeak:unauthorized';

/** Spec §7: any 401 fires a global signal; whoever shows the session listens. */
export function signalUnauthorized(): void {
  window.dispatchEvent(new Event(eventName));
}

export function onUnauthorized(callback: () => void): () => void {
  window.addEventListener(eventName, callback);
  return () => window.removeEventListener(eventName, callback);
}
