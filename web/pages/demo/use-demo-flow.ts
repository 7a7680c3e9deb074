import { useReducer } from 'react';
import type { User } from '#shared/contract/accounts.ts';
import { maxUploadBytes } from '#shared/limits.ts';
import {
  discardRecording,
  keepRecording,
  type Recording,
  useKeptRecording,
} from '../../features/recorder/kept-recording.ts';
import { useRecorder } from '../../features/recorder/recorder.ts';
import { useFileChoice } from '../../features/recorder/upload-card.tsx';
import { useWakeLock } from '../../lib/browser-state.ts';
import type { ServiceInfo } from '../../lib/service-info.ts';
import { useLeaveGuard } from './leave-guard.tsx';

/** `isBack`: from a result, so the reader's focus has to be brought along. */
type Start = { hasShareClaim: boolean; isBack: boolean };

/** The flow of one person's demo with its effects: recordings are kept, the screen stays on, leaving is asked about. */
export function useDemoFlow(user: User, info: ServiceInfo | undefined, { hasShareClaim, isBack }: Start) {
  const [flow, dispatch] = useReducer(reduceDemoFlow, isBack ? backAtWelcome : initialDemoFlow);
  const limits = {
    maxUploadBytes: info?.limits.maxUploadBytes ?? maxUploadBytes,
    // An engine that is still starting has not measured its speed, on which its limit depends.
    maxAudioSeconds: info?.engine.state === 'ready' ? info.limits.maxAudioSeconds : undefined,
  };
  const onRecording = (recording: Recording) => {
    dispatch({ type: 'recorded', recording });
    void keepRecording(recording, user.email);
  };
  const { recorder, state } = useRecorder(onRecording);
  const choice = useFileChoice(limits, onRecording);
  const shared = useKeptRecording(user.email, hasShareClaim, {
    onRestored: (recording) => dispatch({ type: 'restored', recording }),
    onShared: (file) => {
      dispatch({ type: 'discarded' });
      void choice.choose(file);
    },
  });
  const isBusy = state.phase === 'countdown' || state.phase === 'recording' || flow.step === 'processing';
  useWakeLock(isBusy);
  const leaving = useLeaveGuard({ asks: state.phase === 'recording', asksOnClose: isBusy });

  /** Throws away what is at hand; what was recorded here is recorded anew at once. */
  const recordAgain = () => {
    const wasRecorded = flow.step === 'welcome' && flow.recording?.source === 'recording';
    dispatch({ type: 'discarded' });
    void discardRecording();
    if (wasRecorded) void recorder.record();
  };
  const leaveProcessing = (keepsRecording: boolean) => {
    recorder.cancel();
    if (!keepsRecording) void discardRecording();
    dispatch({ type: 'left-processing', keepsRecording });
  };
  return {
    flow,
    dispatch,
    limits,
    onRecording,
    recorder,
    state,
    choice,
    shared,
    recordAgain,
    leaveProcessing,
    leaving,
  };
}

/** Spec §4, demo flow, up to the result, which has an address of its own (`/demo/r/:id`). */
export type DemoFlow =
  | { step: 'welcome'; recording: Recording | undefined; isRestored: boolean; hasMoved: boolean }
  | { step: 'processing'; recording: Recording };

export type DemoFlowEvent =
  | { type: 'recorded'; recording: Recording }
  | { type: 'restored'; recording: Recording }
  | { type: 'discarded' }
  | { type: 'process' }
  | { type: 'left-processing'; keepsRecording: boolean };

/** `hasMoved`: the step followed another one, so the reader's focus has to be brought along. */
export const initialDemoFlow: DemoFlow = { step: 'welcome', recording: undefined, isRestored: false, hasMoved: false };
const backAtWelcome: DemoFlow = { ...initialDemoFlow, hasMoved: true };

export function reduceDemoFlow(flow: DemoFlow, event: DemoFlowEvent): DemoFlow {
  switch (event.type) {
    case 'recorded':
      return flow.step === 'welcome' ? { ...flow, recording: event.recording, isRestored: false } : flow;
    case 'restored':
      // A recording made since then is newer than the one kept.
      return flow.step === 'welcome' && flow.recording === undefined
        ? { ...flow, recording: event.recording, isRestored: true }
        : flow;
    case 'discarded':
      return flow.step === 'welcome' ? { ...flow, recording: undefined, isRestored: false } : flow;
    case 'process':
      return flow.step === 'welcome' && flow.recording !== undefined
        ? { step: 'processing', recording: flow.recording }
        : flow;
    case 'left-processing':
      if (flow.step !== 'processing') return flow;
      return event.keepsRecording ? { ...backAtWelcome, recording: flow.recording } : backAtWelcome;
  }
}

/** Spec §2: at 0 attempts one screen replaces everything, but never a recording in progress or a result. */
export function isExhausted(flow: DemoFlow, attemptsRemaining: number): boolean {
  return flow.step === 'welcome' && attemptsRemaining <= 0;
}
