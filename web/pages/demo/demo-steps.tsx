import type { User } from '#shared/contract/accounts.ts';
import { AttemptsExhausted } from '../../features/attempts/attempts-exhausted.tsx';
import { AttemptsNotice } from '../../features/attempts/attempts-notice.tsx';
import { WelcomeStep } from '../../features/recorder/welcome-step.tsx';
import { ResultsStep } from '../../features/results/results-step.tsx';
import { useServiceInfo } from '../../lib/service-info.ts';
import { isExhausted } from './demo-flow.ts';
import styles from './demo-page.module.css';
import { ProcessingScreen } from './processing-screen.tsx';
import { useDemoFlow } from './use-demo-flow.ts';
import { WelcomeNotices } from './welcome-notices.tsx';

/** Welcome, processing, results; the features are put together here and know nothing of each other. */
export function DemoSteps({ user }: { user: User }) {
  return (
    <div className={styles.page}>
      <CurrentStep user={user} />
    </div>
  );
}

function CurrentStep({ user }: { user: User }) {
  const info = useServiceInfo();
  const demo = useDemoFlow(user, info);
  const { flow, dispatch, startOver } = demo;
  const supportEmail = info?.supportEmail ?? '';
  if (flow.step === 'processing')
    return (
      <ProcessingScreen
        take={flow.take}
        onAnswered={() => void demo.store.discard()}
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
      notices={<WelcomeNotices user={user} info={info} />}
      onProcess={() => dispatch({ type: 'process' })}
      onAgain={demo.retake}
    />
  );
}
