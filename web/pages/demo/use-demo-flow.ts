import { useReducer } from 'react';
import type { User } from '#shared/contract/accounts.ts';
import { maxUploadBytes } from '#shared/limits.ts';
import type { Take } from '../../features/recorder/take-store.ts';
import { useFileChoice } from '../../features/recorder/use-file-choice.ts';
import { useRecorder } from '../../features/recorder/use-recorder.ts';
import { useWakeLock } from '../../features/recorder/wake-lock.ts';
import { useLanguage } from '../../lib/language-context.ts';
import type { ServiceInfo } from '../../lib/service-info.ts';
import { backAtWelcome, initialDemoFlow, reduceDemoFlow } from './demo-flow.ts';
import { useLeaveGuard } from './leave-guard.tsx';
import { useKeptTake } from './use-kept-take.ts';

/** The flow of one person's demo with its effects: takes are kept, the screen stays on, leaving is asked about. */
type Start = { hasShareClaim: boolean; isBack: boolean };

/** `isBack`: from a result, so the reader's focus has to be brought along. */
export function useDemoFlow(user: User, info: ServiceInfo | undefined, { hasShareClaim, isBack }: Start) {
  const { language } = useLanguage();
  const [flow, dispatch] = useReducer(reduceDemoFlow, isBack ? backAtWelcome : initialDemoFlow);
  const limits = {
    maxUploadBytes: info?.limits.maxUploadBytes ?? maxUploadBytes,
    // An engine that is still starting has not measured its speed, on which its limit depends.
    maxAudioSeconds: info?.engine.state === 'ready' ? info.limits.maxAudioSeconds : undefined,
  };
  const keepTake = (take: Take) => {
    dispatch({ type: 'taken', take });
    void kept.store.save(take, user.email);
  };
  const { recorder, state } = useRecorder(keepTake);
  const choice = useFileChoice(limits, language, keepTake);
  const kept = useKeptTake(user.email, hasShareClaim, {
    onRestored: (take) => dispatch({ type: 'restored', take }),
    onShared: (file) => {
      dispatch({ type: 'discarded' });
      void choice.choose(file);
    },
  });
  const { store } = kept;
  const isBusy = state.phase === 'countdown' || state.phase === 'recording' || flow.step === 'processing';
  useWakeLock(isBusy);
  const leaving = useLeaveGuard({ asks: state.phase === 'recording', asksOnClose: isBusy });

  /** Another take instead of the one at hand: a recording is recorded again at once. */
  const retake = () => {
    const wasRecorded = flow.step === 'welcome' && flow.take?.source === 'recording';
    dispatch({ type: 'discarded' });
    void store.discard();
    if (wasRecorded) void recorder.record();
  };
  const leaveProcessing = (keepsTake: boolean) => {
    recorder.cancel();
    if (!keepsTake) void store.discard();
    dispatch({ type: 'left-processing', keepsTake });
  };
  return { flow, dispatch, limits, keepTake, recorder, state, choice, kept, retake, leaveProcessing, leaving };
}
