import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { signalUnauthorized } from '../../lib/signals.ts';
import { useStore } from '../../lib/store.ts';
import { Processing, type ProcessingParts, type ProcessingState } from './processing.ts';
import { createUploadClient } from './upload-client.ts';
import { sendByXhr, type UploadTransport } from './upload-transport.ts';

type Callbacks = Pick<ProcessingParts, 'onAnswered' | 'onOver' | 'onFailed'>;

/** Sends the recording when the screen opens, and follows it. */
export function useProcessing(
  file: ProcessingParts['file'],
  callbacks: Callbacks,
  transport: UploadTransport = sendByXhr,
): { processing: Processing; state: ProcessingState } {
  const { clock, tokens } = useServices();
  const { language } = useLanguage();
  const latest = useRef({ callbacks, language });
  useEffect(() => {
    latest.current = { callbacks, language };
  });
  const [processing] = useState(
    () =>
      new Processing({
        client: createUploadClient({
          transport,
          tokens,
          clock,
          language: () => latest.current.language,
          onUnauthorized: signalUnauthorized,
        }),
        clock,
        file,
        onAnswered: (data) => latest.current.callbacks.onAnswered(data),
        onOver: (data) => latest.current.callbacks.onOver(data),
        onFailed: (failure) => latest.current.callbacks.onFailed(failure),
      }),
  );
  useEffect(() => {
    // After the screen is there: hashing and packing would hold it up.
    const cancel = clock.afterPaint(() => processing.start());
    return () => {
      cancel();
      processing.dispose();
    };
  }, [processing, clock]);
  const state = useStore(processing.state);
  return { processing, state };
}
