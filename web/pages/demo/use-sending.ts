import { deleteTranscription, type UploadData } from '#shared/contract/transcription.ts';
import { useSession } from '../../features/auth/session-context.tsx';
import { useProcessing } from '../../features/processing/processing.ts';
import { acknowledge } from '../../features/processing/upload-client.ts';
import type { Recording } from '../../features/recorder/kept-recording.ts';
import { useServices } from '../../lib/services.ts';

type Callbacks = {
  onAnswered: (data: UploadData) => void;
  onOver: (data: UploadData) => void;
  onFailed: (failure: unknown) => void;
};

/** A recording on its way to its text, alone or as one of several files; the session follows what it costs. */
export function useSending(recording: Recording, callbacks: Callbacks) {
  const { api, clock } = useServices();
  const { changeAttempts, refreshSession } = useSession();
  const { processing, state } = useProcessing(recording, {
    ...callbacks,
    onAnswered(data) {
      callbacks.onAnswered(data);
      clock.afterPaint(() => void acknowledge(api, clock, data.transcription.id));
      changeAttempts(data.attemptsRemaining);
    },
    onFailed(failure) {
      callbacks.onFailed(failure);
      void refreshSession();
    },
  });
  const cancel = () => {
    // Whether it worked changes nothing for the person, but text that was shown is charged.
    const end = (id: string) => api.call(deleteTranscription, { params: { id } }).catch(() => undefined);
    processing.cancel((id) => void end(id).then(refreshSession));
  };
  return { processing, state, cancel };
}
