import { useText } from '../../lib/language-context.ts';
import styles from './recorder.module.css';

/** How to allow the microphone in this browser, after it was refused. */
export function PermissionHelp() {
  const text = useText('demo').recorder.help;
  const steps = text[chooseBrowserHelp(navigator.userAgent)];
  return (
    <>
      <p className={styles.helpTitle}>{text.title}</p>
      <ol className={styles.helpSteps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{text.afterwards}</p>
    </>
  );
}

export type BrowserHelp = 'chromeAndroid' | 'chrome' | 'firefox' | 'safariIos' | 'safari' | 'other';

/** Which steps undo a refusal; by the user agent, because no feature tells where a browser keeps its switches. */
export function chooseBrowserHelp(userAgent: string): BrowserHelp {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'safariIos';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  if (/Chrome\/|Chromium\//.test(userAgent)) return /Android/.test(userAgent) ? 'chromeAndroid' : 'chrome';
  if (/Safari\//.test(userAgent)) return 'safari';
  return 'other';
}
