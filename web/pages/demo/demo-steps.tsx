import type { User } from '#shared/contract/accounts.ts';
import { AttemptsExhausted } from '../../features/attempts/attempts-exhausted.tsx';
import { AttemptsNotice } from '../../features/attempts/attempts-notice.tsx';
import { WelcomeStep } from '../../features/recorder/welcome-step.tsx';
import { ResultsStep } from '../../features/results/results-step.tsx';
import { useServiceInfo } from '../../lib/service-info.ts';
import { isExhausted } from './demo-flow.ts';
import styles from './demo-page.module.css';
import { ProcessingScreen } from './processing-screen.tsx';
import { SharedNote } from './shared-note.tsx';
import { useDemoFlow } from './use-demo-flow.ts';
import { WelcomeNotices } from './welcome-notices.tsx';

/** `hasShareClaim`: a voice note was shared just now, by who is signed in. */
type Props = { user: User; hasShareClaim: boolean };

/** Welcome, processing, results; the features are put together here and know nothing of each other. */
export function DemoSteps({ user, hasShareClaim }: Props) {
  return (
    <div className={styles.page}>
      <CurrentStep user={user} hasShareClaim={hasShareClaim} />
    </div>
  );
}

function CurrentStep({ user, hasShareClaim }: Props) {
  const info = useServiceInfo();
  const demo = useDemoFlow(user, info, hasShareClaim);
  const { flow, dispatch, startOver } = demo;
  const supportEmail = info?.supportEmail ?? '';
  if (flow.step === 'processing')
    return (
      <ProcessingScreen
        take={flow.take}
        onAnswered={() => void demo.kept.store.discard()}
        onOver={(data) => dispatch({ type: 'answered', data })}
        onLeave={demo.leaveProcessing}
      />
    );
  if (flow.step === 'results') {
    const { attemptsRemaining } = flow.result;
    const isUnlimited = user.unlimited === true;
    const notice = <AttemptsNotice {...{ attemptsRemaining, isUnlimited, supportEmail }} />;
    return (
      <ResultsStep
        result={flow.result}
        recording={flow.take}
        attemptsNotice={notice}
        onAnother={startOver}
        onDeleted={startOver}
      />
    );
  }
  if (isExhausted(flow, user.attemptsRemaining))
    return <AttemptsExhausted supportEmail={supportEmail} takesFocus={flow.hasMoved} />;
  return (
    <WelcomeStep
      recorder={demo.recorder}
      state={demo.state}
      choice={demo.choice}
      limits={demo.limits}
      take={flow.take}
      isRestored={flow.isRestored}
      takesFocus={flow.hasMoved}
      notices={
        <>
          <WelcomeNotices user={user} info={info} />
          <SharedNote kept={demo.kept} replacesTake={flow.take !== undefined} />
        </>
      }
      onProcess={() => dispatch({ type: 'process' })}
      onAgain={demo.retake}
    />
  );
}
