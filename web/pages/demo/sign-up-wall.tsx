import { freeAttempts, maxUploadBytes } from '#shared/limits.ts';
import { ButtonLink } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { SignUpForm } from '../../features/auth/sign-up-form.tsx';
import { RecordCard } from '../../features/recorder/record-card.tsx';
import { initialRecorderState } from '../../features/recorder/recorder-state.ts';
import { UploadCard } from '../../features/recorder/upload-card.tsx';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { useScreenTitle } from '../../lib/page-title.ts';
import styles from './demo-page.module.css';

const nothingChosen = {
  isChecking: false,
  refusal: undefined,
  choose: async () => undefined,
  forget: () => undefined,
};
const limits = { maxUploadBytes, maxAudioSeconds: undefined };

/** Spec §2: the demo blurred behind a dialog that cannot be dismissed, but has a way home (WCAG 2.1.2). */
export function SignUpWall() {
  const text = useText('demo');
  const { actions } = useText('common');
  const { confirmation, resend } = useText('auth');
  const { language } = useLanguage();
  useScreenTitle(text.wall.title);
  const titles = { form: text.wall.title, resend: resend.title, confirmation: confirmation.title };
  return (
    <>
      <div className={styles.page} inert>
        <div className={styles.blurred}>
          <h1 className={styles.blurredHeading}>{text.recorder.heading}</h1>
          <div className={styles.blurredCards}>
            <RecordCard state={initialRecorderState} onRecord={() => undefined} />
            <UploadCard choice={nothingChosen} limits={limits} />
          </div>
        </div>
      </div>
      <SignUpForm
        frame={(view, form) => (
          <Dialog title={titles[view]} className={styles.wall}>
            {view === 'form' && (
              <p className={styles.offer}>
                {formatCount(language, text.wall.offer, freeAttempts)} {text.wall.mail}
              </p>
            )}
            <p className={styles.wayHome}>
              <ButtonLink href="/" variant="link" size="sm">
                {actions.backHome}
              </ButtonLink>
            </p>
            {form}
          </Dialog>
        )}
      />
    </>
  );
}
