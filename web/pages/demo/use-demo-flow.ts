import { useState } from 'react';
import type { User } from '#shared/contract/accounts.ts';
import { maxUploadBytes } from '#shared/limits.ts';
import {
  discardRecording,
  keepRecording,
  type Recording,
  useKeptRecording,
  type WaitingFile,
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
  const [flow, setFlow] = useState(isBack ? backAtWelcome : initialDemoFlow);
  const limits = {
    maxUploadBytes: info?.limits.maxUploadBytes ?? maxUploadBytes,
    maxAudioSeconds: user.unlimited
      ? (info?.limits.premiumMaxAudioSeconds ?? info?.limits.maxAudioSeconds)
      : info?.limits.maxAudioSeconds,
  };
  /** Some browsers keep nothing, and a device may be full. */
  const [isKept, setIsKept] = useState(false);
  const keepOnDevice = (recording: Recording) => void keepRecording(recording, user.email).then(setIsKept);
  /** Set aside while it is recorded anew. */
  const [earlier, setEarlier] = useState<Recording>();
  const onRecording = (recording: Recording) => {
    setEarlier(undefined);
    setFlow(withRecording(recording));
    keepOnDevice(recording);
  };
  const { recorder, state } = useRecorder(onRecording);
  const choice = useFileChoice(limits, { onRecording, onFiles: (files) => setFlow(withFiles(files, [])) });
  const shared = useKeptRecording(user.email, hasShareClaim, {
    onRestored: (recording) => {
      setIsKept(true);
      setFlow(withRestored(recording));
    },
    onShared: (files) => void choice.choose(files),
    onWaiting: (waiting) => setFlow(withFiles([], waiting)),
  });
  const isOnStage = state.phase === 'countdown' || state.phase === 'recording';
  const isBusy = isOnStage || flow.step !== 'welcome';
  useWakeLock(isBusy);
  const leaving = useLeaveGuard(state.phase === 'recording');

  // Cancelled, too short, no microphone: the earlier recording is as good as it was. Before anything else is drawn,
  // which would take the focus and the page with it.
  if (state.phase === 'idle' && earlier !== undefined) {
    setEarlier(undefined);
    setFlow(withRecording(earlier));
  }

  /** What was recorded here is recorded anew at once, and kept until that is done; a file is thrown away. */
  const recordAgain = () => {
    const recorded = flow.recording?.source === 'recording' ? flow.recording : undefined;
    choice.withdraw();
    setEarlier(recorded);
    setFlow(withRecording(undefined));
    if (recorded !== undefined) return void recorder.record();
    recorder.cancel();
    void discardRecording();
  };
  const keep = (wasSent: boolean, isSending = false) => {
    if (flow.recording !== undefined) keepOnDevice({ ...flow.recording, wasSent, isSending });
  };
  const process = () => {
    choice.withdraw();
    setFlow(intoProcessing);
    keep(flow.recording?.wasSent === true, true);
  };
  const leaveProcessing = (keepsRecording: boolean) => {
    recorder.cancel();
    if (keepsRecording) keep(false);
    else void discardRecording();
    setFlow(atWelcomeAgain(keepsRecording));
  };
  const parts = { recorder, state, isOnStage, choice, shared, leaving };
  return { ...parts, flow, isKept, limits, onRecording, keep, process, recordAgain, leaveProcessing };
}

/** Spec §4, demo flow, up to the result, which has an address of its own (`/demo/r/:id`). */
export type DemoFlow =
  | { step: 'welcome'; recording: Recording | undefined; isRestored: boolean; hasMoved: boolean }
  | { step: 'processing'; recording: Recording }
  | { step: 'files'; recording: undefined; files: readonly File[]; waiting: readonly WaitingFile[] };

export const initialDemoFlow: DemoFlow = { step: 'welcome', recording: undefined, isRestored: false, hasMoved: false };
const backAtWelcome: DemoFlow = { ...initialDemoFlow, hasMoved: true };

type Change = (flow: DemoFlow) => DemoFlow;

export const withRecording =
  (recording: Recording | undefined): Change =>
  (flow) =>
    flow.step === 'welcome' ? { ...flow, recording, isRestored: false } : flow;

/** A recording made since then is newer than the one kept. */
export const withRestored =
  (recording: Recording): Change =>
  (flow) => {
    if (flow.step !== 'welcome' || flow.recording !== undefined) return flow;
    return recording.isSending ? { step: 'processing', recording } : { ...flow, recording, isRestored: true };
  };

export const withFiles =
  (files: readonly File[], waiting: readonly WaitingFile[]): Change =>
  (flow) =>
    flow.step === 'welcome' ? { step: 'files', recording: undefined, files, waiting } : flow;

export const intoProcessing: Change = (flow) =>
  flow.recording === undefined ? flow : { step: 'processing', recording: flow.recording };

export const atWelcomeAgain =
  (keepsRecording: boolean): Change =>
  ({ recording }) => ({ ...backAtWelcome, recording: keepsRecording ? recording : undefined });

/** Spec §2: at 0 attempts one screen replaces everything, but never a recording in progress or a result. */
export function isExhausted(flow: DemoFlow, attemptsRemaining: number): boolean {
  return flow.step === 'welcome' && attemptsRemaining <= 0;
}
