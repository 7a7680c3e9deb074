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
