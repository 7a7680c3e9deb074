import { useEffect, useState } from 'react';
import { freeAttempts, maxUploadBytes } from '#shared/limits.ts';
import { Dialog } from '../../components/ui/dialog.tsx';
import { ButtonLink, Spinner } from '../../components/ui/elements.tsx';
import { useEntry } from '../../features/auth/entry.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { SignUpForm, useViewTitle } from '../../features/auth/sign-up-form.tsx';
import { useSignUp } from '../../features/auth/use-sign-up.ts';
import { hasKeptRecording } from '../../features/recorder/kept-recording.ts';
import { RecordCard } from '../../features/recorder/record-card.tsx';
import { initialRecorderState } from '../../features/recorder/recorder.ts';
import { UploadCard } from '../../features/recorder/upload-card.tsx';
import { useScreenTitle } from '../../lib/browser-state.ts';
import { formatCount, useLanguage, useSentence, useText } from '../../lib/language-context.ts';
import { dropShareClaim, hasShareClaim } from '../../lib/shared-audio.ts';
import styles from './demo-page.module.css';
import { DemoSteps } from './demo-steps.tsx';

/** Spec §2, Demo: "Loading", the sign-up wall, or the demo itself. */
export function DemoPage() {
  const text = useText('demo');
  const { loading, user, notice } = useSession();
  const [isClaimed, setIsClaimed] = useState(hasShareClaim);
  useEffect(dropShareClaim, []);
  const isNobody = user === undefined && !loading;
  if (isNobody && isClaimed) setIsClaimed(false);
  if (user !== undefined) return <DemoSteps key={user.email} user={user} hasShareClaim={isClaimed} />;
  if (isNobody) return <SignUpWall />;
  return (
    <div className={styles.loading}>
      <Spinner />
      <h1 className={styles.loadingWords}>{notice === 'network' ? text.offline : text.loading}</h1>
    </div>
  );
}

const nothingChosen = { isChecking: false, refusal: undefined, choose: async () => undefined };
const limits = { maxUploadBytes, maxAudioSeconds: undefined };

/** Spec §2: the demo blurred behind a dialog that cannot be dismissed, but has a way home (WCAG 2.1.2). */
function SignUpWall() {
  const text = useText('demo');
  const { actions } = useText('common');
  const { language } = useLanguage();
  const sentence = useSentence();
  const hasEnded = useSession().notice === 'ended';
  const [isKept, setIsKept] = useState(false);
  useEffect(() => void hasKeptRecording().then(setIsKept), []);
  const signUp = useSignUp(hasEnded ? 'sign-in' : 'sign-up', undefined, useEntry().sent);
  const title = useViewTitle(signUp, text.wall.title);
  useScreenTitle(title);
  const offer = `${formatCount(language, text.wall.offer, freeAttempts)} ${text.wall.mail}`;
  const reason = hasEnded ? `${sentence('SESSION_EXPIRED')} ${isKept ? text.processing.safe : ''}` : undefined;
  const lead = { form: offer, resend: reason, confirmation: undefined }[signUp.view];
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
      <Dialog title={title} className={styles.wall}>
        {lead !== undefined && <p className={styles.offer}>{lead}</p>}
        <SignUpForm signUp={signUp} />
        <p className={styles.wayHome}>
          <ButtonLink href="/" variant="link" size="sm">
            {actions.backHome}
          </ButtonLink>
        </p>
      </Dialog>
    </>
  );
}
