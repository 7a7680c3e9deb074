export type DownloadFile = { name: string; mimeType: string; content: string | ArrayBuffer };

/** Long enough for a slow phone to begin writing the file. */
const revokeAfterMilliseconds = 60_000;

export function saveFile({ name, mimeType, content }: DownloadFile): void {
  const address = URL.createObjectURL(new Blob([content], { type: mimeType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMilliseconds);
}

/** `false` where the browser gives no clipboard: an insecure page, or a page that may not use it. */
export const copyText = async (text: string): Promise<boolean> =>
  (await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )) ?? false;

type ShareOutcome = 'shared' | 'copied' | 'dismissed' | 'failed';

/** Spec §2: the device's share function, otherwise the same text on the clipboard. */
export async function shareResults(share: { title: string; text: string }): Promise<ShareOutcome> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(share);
      return 'shared';
    } catch (thrown) {
      if (thrown instanceof DOMException && thrown.name === 'AbortError') return 'dismissed';
    }
  }
  return (await copyText(share.text)) ? 'copied' : 'failed';
}
