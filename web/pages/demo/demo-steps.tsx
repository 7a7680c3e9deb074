import { startTransition, useDeferredValue, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import type { User } from '#shared/contract/accounts.ts';
import type { UploadData } from '#shared/contract/transcription.ts';
import { AttemptsExhausted } from '../../features/attempts/attempts-exhausted.tsx';
import { AttemptsBanner } from '../../features/attempts/attempts-notice.tsx';
import type { Take } from '../../features/recorder/take-store.ts';
import { WelcomeStep } from '../../features/recorder/welcome-step.tsx';
import { ResultList } from '../../features/results/result-list.tsx';
import { createResultStore, type KeptResult, toKept } from '../../features/results/result-store.ts';
import { type ServiceInfo, useServiceInfo } from '../../lib/service-info.ts';
import { useServices } from '../../lib/services.ts';
import { isExhausted } from './demo-flow.ts';
import styles from './demo-page.module.css';
import { LeaveQuestion } from './leave-guard.tsx';
import { EngineNotice, SharedNote } from './notices.tsx';
import { ProcessingScreen } from './processing-screen.tsx';
import { ResultScreen } from './result-screen.tsx';
import { useDemoFlow } from './use-demo-flow.ts';

/** `hasShareClaim`: a voice note was shared just now, by who is signed in. */
type Props = { user: User; hasShareClaim: boolean };

/** Welcome, processing, results; the features are put together here and know nothing of each other. */
export function DemoSteps({ user, hasShareClaim }: Props) {
  const info = useServiceInfo();
  const [, params] = useRoute('/demo/r/:id');
  // The address changes at once, the screen in slices: a slow phone does not stand still over the press.
  const resultId = useDeferredValue(params?.id);
  const [fresh, setFresh] = useState<KeptResult>();
  const supportEmail = info?.supportEmail ?? '';
  return (
    <div className={styles.page}>
      {resultId !== undefined ? (
        <ResultScreen key={resultId} id={resultId} user={user} fresh={fresh} supportEmail={supportEmail} />
      ) : (
        <WayToResult
          user={user}
          hasShareClaim={hasShareClaim}
          isBack={fresh !== undefined}
          info={info}
          onResult={setFresh}
        />
      )}
    </div>
  );
}

type WayProps = Props & { isBack: boolean; info: ServiceInfo | undefined; onResult: (kept: KeptResult) => void };

function WayToResult({ user, hasShareClaim, isBack, info, onResult }: WayProps) {
  const { clock } = useServices();
  const [, navigate] = useLocation();
  const demo = useDemoFlow(user, info, { hasShareClaim, isBack });
  const { flow, dispatch } = demo;
  const keep = (data: UploadData, take: Take) => {
    const kept = toKept(data, take, clock.now());
    onResult(kept);
    // Minutes of sound are copied: in a task of their own.
    clock.afterPaint(() => {
      void createResultStore().save(kept, user.email);
      void demo.kept.store.discard();
    });
  };
  if (flow.step === 'processing')
    return (
      <ProcessingScreen
        take={flow.take}
        onAnswered={(data) => keep(data, flow.take)}
        onOver={({ transcription }) => navigate(`/demo/r/${transcription.id}`)}
        onLeave={demo.leaveProcessing}
      />
    );
  const latestResults = <ResultList owner={user.email} most={3} />;
  if (isExhausted(flow, user.attemptsRemaining))
    return (
      <>
        <AttemptsExhausted supportEmail={info?.supportEmail ?? ''} takesFocus={flow.hasMoved} />
        {latestResults}
      </>
    );
  return (
    <>
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
            <AttemptsBanner attemptsRemaining={user.attemptsRemaining} isUnlimited={user.unlimited === true} />
            <SharedNote kept={demo.kept} replacesTake={flow.take !== undefined} />
          </>
        }
        engineNotice={<EngineNotice engine={info?.engine} />}
        onSample={demo.keepTake}
        // Drawn in slices: a slow phone answers the press at once.
        onProcess={() => startTransition(() => dispatch({ type: 'process' }))}
        onAgain={demo.retake}
      />
      {demo.state.phase === 'idle' && latestResults}
      <LeaveQuestion leaving={demo.leaving} about="recording" />
    </>
  );
}
