import type { DownloadFile } from './downloads.ts';

/** Long enough for a slow phone to begin writing the file. */
const revokeAfterMilliseconds = 60_000;

/** Hands a file to the browser's downloads. */
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
