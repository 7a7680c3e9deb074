import { useCallback, useReducer } from 'react';
import type { User } from '#shared/contract/accounts.ts';
import { maxUploadBytes } from '#shared/limits.ts';
import { AttemptsExhausted } from '../../features/attempts/attempts-exhausted.tsx';
import { AttemptsNotice } from '../../features/attempts/attempts-notice.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import type { Take } from '../../features/recorder/take.ts';
import { useFileChoice } from '../../features/recorder/use-file-choice.ts';
import { useRecorder } from '../../features/recorder/use-recorder.ts';
import { useWakeLock } from '../../features/recorder/wake-lock.ts';
import { WelcomeStep } from '../../features/recorder/welcome-step.tsx';
import { ResultsStep } from '../../features/results/results-step.tsx';
import { useLanguage } from '../../lib/language-context.ts';
import { useServiceInfo } from '../../lib/service-info.ts';
import { initialDemoFlow, isExhausted, reduceDemoFlow } from './demo-flow.ts';
import styles from './demo-page.module.css';
import { ProcessingScreen } from './processing-screen.tsx';
import { useKeptTake } from './use-kept-take.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { WelcomeNotices } from './welcome-notices.tsx';

/** Welcome, processing, results; the features are put together here and know nothing of each other. */
export function DemoSteps({ user }: { user: User }) {
  const { refreshSession } = useSession();
  const { language } = useLanguage();
  const info = useServiceInfo();
  const [flow, dispatch] = useReducer(reduceDemoFlow, initialDemoFlow);

  const onTake = useCallback((take: Take) => dispatch({ type: 'taken', take }), []);
  const limits = {
    maxUploadBytes: info?.limits.maxUploadBytes ?? maxUploadBytes,
    // An engine that is still starting has not measured its speed, on which its limit depends.
    maxAudioSeconds: info?.engine.state === 'ready' ? info.limits.maxAudioSeconds : undefined,
  };
  const keepTake = (take: Take) => {
    onTake(take);
    void store.save(take, user.email);
  };
  const { recorder, state } = useRecorder(keepTake);
  const choice = useFileChoice(limits, language, keepTake);
  const store = useKeptTake(user.email, {
    onRestored: (take) => dispatch({ type: 'restored', take }),
    onShared: (file) => void choice.choose(file),
  });
  const isRecording = state.phase === 'countdown' || state.phase === 'recording';
  useWakeLock(isRecording || flow.step === 'processing');
  useLeaveGuard(isRecording || flow.step === 'processing');

  const supportEmail = info?.supportEmail ?? '';
  const startOver = () => {
    recorder.cancel();
    choice.forget();
    dispatch({ type: 'started-over' });
    void refreshSession();
  };
  const again = () => {
    const wasRecorded = flow.step === 'welcome' && flow.take?.source === 'recording';
    dispatch({ type: 'discarded' });
    void store.discard();
    if (wasRecorded) void recorder.record();
  };

  if (isExhausted(flow, user.attemptsRemaining))
    return (
      <div className={styles.page}>
        <AttemptsExhausted supportEmail={supportEmail} takesFocus={flow.step === 'welcome' && flow.hasMoved} />
      </div>
    );
  return (
    <div className={styles.page}>
      {flow.step === 'welcome' && (
        <WelcomeStep
          recorder={recorder}
          state={state}
          choice={choice}
          limits={limits}
          take={flow.take}
          isRestored={flow.isRestored}
          takesFocus={flow.hasMoved}
          notices={<WelcomeNotices user={user} info={info} />}
          onProcess={() => dispatch({ type: 'process' })}
          onAgain={again}
        />
      )}
      {flow.step === 'processing' && (
        <ProcessingScreen
          take={flow.take}
          onAnswered={() => void store.discard()}
          onOver={(data) => dispatch({ type: 'answered', data })}
          onLeave={(keepsTake) => {
            recorder.cancel();
            if (!keepsTake) void store.discard();
            dispatch({ type: 'left-processing', keepsTake });
          }}
        />
      )}
      {flow.step === 'results' && (
        <ResultsStep
          result={flow.result}
          recording={flow.take}
          attemptsNotice={
            <AttemptsNotice
              attemptsRemaining={flow.result.attemptsRemaining}
              isUnlimited={user.unlimited === true}
              supportEmail={supportEmail}
            />
          }
          onAnother={startOver}
          onDeleted={startOver}
        />
      )}
    </div>
  );
}
