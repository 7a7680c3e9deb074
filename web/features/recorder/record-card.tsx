import type { SentenceKey } from '#shared/errors/codes.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { recordingMaxSeconds, recordingMinSeconds } from '#shared/limits.ts';
import { Card, Spinner, takeFocus } from '../../components/ui/elements.tsx';
import { useSentence, useText } from '../../lib/language-context.ts';
import styles from './recorder.module.css';
import type { RecorderState } from './recorder.ts';

type Props = {
  state: RecorderState;
  /** The reader comes back from a recording that was cancelled. */
  takesFocus?: boolean;
  onRecord: () => void;
};

export function RecordCard({ state, takesFocus = false, onRecord }: Props) {
  const text = useText('demo').recorder.record;
  const sentence = useSentence();
  const { error, permission, phase } = state;
  const isAsking = phase === 'asking';
  const isDenied = permission === 'denied' || error?.key === 'MICROPHONE_DENIED';
  const problem = error ?? (isDenied ? { key: 'MICROPHONE_DENIED' as const } : undefined);
  const needsHelp = isDenied || (problem !== undefined && isWithheldByApp(problem.key));
  return (
    <Card className={styles.choice}>
      <h2 className={styles.choiceTitle}>{text.title}</h2>
      <button
        ref={takesFocus ? takeFocus : undefined}
        type="button"
        className={styles.microphone}
        aria-disabled={isAsking || undefined}
        onClick={isAsking ? undefined : onRecord}
      >
        <span className={styles.disc}>
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <rect x="17" y="6" width="14" height="24" rx="7" />
            <path d="M10 23a14 14 0 0 0 28 0M24 37v6M17 43h14" />
          </svg>
        </span>
        <span className={styles.microphoneLabel}>
          {isAsking ? (
            <>
              <Spinner /> {text.asking}
            </>
          ) : (
            text.start
          )}
        </span>
      </button>
      {problem === undefined ? (
        <>
          <p className={styles.hint}>
            {fillPlaces(text.hint, { min: recordingMinSeconds, max: recordingMaxSeconds })}
            {permission !== 'granted' && ` ${text.willAsk}`}
          </p>
          <SentenceToRead />
        </>
      ) : (
        // Where the thumb is, and not below what can be read aloud.
        <div ref={error && showAll} className={styles.problem} role="alert">
          <p>{sentence(problem.key, problem.values)}</p>
          {needsHelp && <PermissionHelp />}
        </div>
      )}
    </Card>
  );
}

/** As the `ref` of what follows from a press: it comes into view. */
const showAll = (node: HTMLElement | null) => node?.scrollIntoView?.({ block: 'nearest' });

/** Somali whatever the interface speaks: it is what the person says. */
const sentence =
  'Subax wanaagsan. Magacaygu waa Xaliimo. Maanta suuqa ayaan u socdaa, berrina hooyaday ayaan booqanayaa.';

export function SentenceToRead() {
  const text = useText('demo').recorder.record;
  return (
    <p className={styles.toRead}>
      {text.readAloud} <q lang="so">{sentence}</q>
    </p>
  );
}

function PermissionHelp() {
  const text = useText('demo').recorder.help;
  const help = chooseBrowserHelp(navigator.userAgent);
  return (
    <>
      <p className={styles.helpTitle}>{help === 'inApp' ? text.inAppTitle : text.title}</p>
      <ol className={styles.helpSteps}>
        {text[help].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{text.afterwards}</p>
    </>
  );
}

type BrowserHelp = 'inApp' | 'chromeAndroid' | 'chrome' | 'firefox' | 'safariIos' | 'safari' | 'other';

/** An app's own browser may have no microphone to give, and then says that there is none, or that it is in use. */
const isWithheldByApp = (key: SentenceKey): boolean =>
  (key === 'MICROPHONE_NOT_FOUND' || key === 'MICROPHONE_IN_USE') && chooseBrowserHelp(navigator.userAgent) === 'inApp';

/** The browsers within Facebook, Messenger, Instagram, TikTok and Snapchat, and every other one of an Android app. */
const inAppBrowser = /FBA[NV]\/|FB_IAB|Instagram|musical_ly|Bytedance|TikTok|Snapchat|; wv\)/i;

/** Which steps undo a refusal; by the user agent, because no feature tells where a browser keeps its switches. */
export function chooseBrowserHelp(userAgent: string): BrowserHelp {
  if (inAppBrowser.test(userAgent)) return 'inApp';
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'safariIos';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  if (/Chrome\/|Chromium\//.test(userAgent)) return /Android/.test(userAgent) ? 'chromeAndroid' : 'chrome';
  if (/Safari\//.test(userAgent)) return 'safari';
  return 'other';
}
