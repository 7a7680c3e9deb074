export type BrowserHelp = 'chromeAndroid' | 'chrome' | 'firefox' | 'safariIos' | 'safari' | 'other';

/** Which steps undo a refusal; by the user agent, because no feature tells where a browser keeps its switches. */
export function chooseBrowserHelp(userAgent: string): BrowserHelp {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'safariIos';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  if (/Chrome\/|Chromium\//.test(userAgent)) return /Android/.test(userAgent) ? 'chromeAndroid' : 'chrome';
  if (/Safari\//.test(userAgent)) return 'safari';
  return 'other';
}
