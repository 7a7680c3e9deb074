import { useEffect, useEffectEvent, useRef } from 'react';
import type { UploadData } from '#shared/contract/transcription.ts';
import { longFromSeconds } from '#shared/limits.ts';
import { useToasts } from '../../components/ui/toaster.tsx';
import { chooseAttemptToast } from '../../features/attempts/attempts.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { isLanguageDoubt, needsAnother, ProcessingError } from '../../features/processing/processing-failure.tsx';
import { ProcessingStep } from '../../features/processing/processing-step.tsx';
import type { UploadOrder } from '../../features/processing/upload-client.ts';
import { discardRecording, type Recording } from '../../features/recorder/kept-recording.ts';
import { useScreenTitle, useWindowEvent } from '../../lib/browser-state.ts';
import { noteResultOpened, opensAtOnce } from '../../lib/browser-storage.ts';
import { CallFailure, readFields } from '../../lib/call-failure.ts';
import { useLanguage, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { useSending } from './use-sending.ts';

type Props = {
  recording: Recording;
  isKept: boolean;
  onAnswered: (data: UploadData) => void;
  onOver: (data: UploadData) => void;
  onKeep: (wasSent: boolean, isSending?: boolean) => void;
  /** Back to the welcome step, with the recording or for another one. */
  onLeave: (keepsRecording: boolean) => void;
};

export function ProcessingScreen({ recording, isKept, onAnswered, onOver, onKeep, onLeave }: Props) {
  const text = useText('demo');
  const { language } = useLanguage();
  useScreenTitle(text.titles.processing);
  const { clock, storage } = useServices();
  const { show, clear } = useToasts();
  const { refreshSession } = useSession();
  const hasArrived = useRef(recording.wasSent === true);

  const { processing, state, cancel } = useSending(recording, {
    onAnswered: (data) => {
      onAnswered(data);
      if (opensAtOnce(storage)) clock.afterPaint(processing.showNow);
    },
    onOver: (data) => {
      onOver(data);
      noteResultOpened(storage);
      // What is asked and said after the result waits until its heading is there: all at once holds a slow phone up.
      clock.afterPaint(() => void refreshSession());
      // With the result, not over what is still being read.
      if (recording.source === 'sample') return;
      const toast = chooseAttemptToast(data.attemptsRemaining, text.attempts.toasts, language);
      if (toast !== undefined) clock.afterPaint(() => show(toast.kind, toast.title, toast));
    },
    onFailed: (failure) => {
      const { kind, status, body }: Partial<CallFailure> = failure instanceof CallFailure ? failure : {};
      const { uploadedFraction, transcriptionId } = processing.state.get().journey;
      const isAnswerLost = transcriptionId !== undefined || (kind !== 'refused' && uploadedFraction >= 1);
      // An error among the lines of the answer is the last word: there is no text.
      hasArrived.current = readFields(body).stage !== 'error' && (hasArrived.current || isAnswerLost);
      // A file that cannot be read is not offered again.
      if (recording.source === 'file' && needsAnother(failure)) void discardRecording();
      else onKeep(hasArrived.current);
      // Who is signed out by it is told so, and nothing else, where to sign in; a recording without words did not fail.
      if (!isLanguageDoubt(failure) && !needsAnother(failure) && status !== 401) show('error', text.processing.failed);
    },
  });

  const isTaken = state.journey.transcriptionId !== undefined;
  useWindowEvent('beforeunload', (event) => event.preventDefault(), !isTaken && state.failure === undefined);
  const noteTaken = useEffectEvent(() => onKeep(true));
  useEffect(() => {
    if (isTaken) noteTaken();
  }, [isTaken]);

  const tryAgain = (order: UploadOrder) => {
    clear();
    onKeep(hasArrived.current, true);
    processing.start(order);
  };
  const chooseAnother = () => {
    clear();
    onLeave(false);
  };

  if (state.failure !== undefined)
    return (
      <ProcessingError
        failure={state.failure}
        isFile={recording.source !== 'recording'}
        isKept={isKept}
        onTryAgain={tryAgain}
        onAnother={chooseAnother}
      />
    );
  return (
    <ProcessingStep
      state={state}
      isKept={isKept}
      isLong={(recording.durationSeconds ?? 0) > longFromSeconds}
      // A task of its own: the press is answered first.
      onShowNow={() => clock.afterPaint(processing.showNow)}
      onCancel={() => {
        cancel();
        onLeave(true);
      }}
    />
  );
}
