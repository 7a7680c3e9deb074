import { useEffect, useEffectEvent, useState } from 'react';
import { acknowledgeTranscription, deleteTranscription, type UploadData } from '#shared/contract/transcription.ts';
import { useSession } from '../../features/auth/session-context.tsx';
import { createProcessing } from '../../features/processing/processing.ts';
import { createUpload } from '../../features/processing/upload-client.ts';
import { sendByXhr } from '../../features/processing/upload-exchange.ts';
import type { Recording } from '../../features/recorder/kept-recording.ts';
import { useLanguage } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { useStore } from '../../lib/store.ts';

type Callbacks = Pick<Parameters<typeof createProcessing>[0], 'onAnswered' | 'onOver' | 'onFailed'>;

/** A recording on its way to its text, alone or as one of several files; the session follows what it costs. */
export function useSending(file: Recording, callbacks: Callbacks) {
  const { api, clock, tokens } = useServices();
  const { changeAttempts, refreshSession } = useSession();
  const { language: reading } = useLanguage();
  const onAnswered = useEffectEvent((data: UploadData) => {
    callbacks.onAnswered(data);
    // Tells the server that the result is here; one that is not told of stays free to fetch again.
    const acknowledge = { params: { id: data.transcription.id }, keepalive: true };
    clock.afterPaint(() => void api.call(acknowledgeTranscription, acknowledge).catch(() => undefined));
    changeAttempts(data.attemptsRemaining);
  });
  const onOver = useEffectEvent(callbacks.onOver);
  const onFailed = useEffectEvent((failure: unknown) => {
    callbacks.onFailed(failure);
    void refreshSession();
  });
  const language = useEffectEvent(() => reading);
  const [processing] = useState(() => {
    const upload = createUpload({ transport: sendByXhr, tokens, clock, language });
    return createProcessing({ upload, clock, file, onAnswered, onOver, onFailed });
  });
  useEffect(() => {
    // After the screen is there: hashing and packing would hold it up.
    const cancelStart = clock.afterPaint(() => processing.start());
    return () => {
      cancelStart();
      processing.dispose();
    };
  }, [processing, clock]);
  const cancel = () => {
    // Whether it worked changes nothing for the person, but text that was shown is charged.
    const end = (id: string) => api.call(deleteTranscription, { params: { id } }).catch(() => undefined);
    processing.cancel((id) => void end(id).then(refreshSession));
  };
  return { processing, state: useStore(processing.state), cancel };
}
