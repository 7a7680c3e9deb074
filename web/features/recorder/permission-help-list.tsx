import { useText } from '../../lib/language-context.ts';
import { chooseBrowserHelp } from './permission-help.ts';
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
