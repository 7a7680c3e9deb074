import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../lib/services.ts';
import { useStore } from '../../lib/store.ts';
import { createBrowserMicrophone } from './browser-microphone.ts';
import type { Microphone } from './microphone.ts';
import { Recorder } from './recorder.ts';
import type { RecorderState } from './recorder-state.ts';
import type { Take } from './take-store.ts';

/** The recorder for as long as the screen is there. */
export function useRecorder(
  onTake: (take: Take) => void,
  microphone?: Microphone,
): { recorder: Recorder; state: RecorderState } {
  const { clock } = useServices();
  const latest = useRef(onTake);
  useEffect(() => {
    latest.current = onTake;
  }, [onTake]);
  const [recorder] = useState(
    () =>
      new Recorder({
        microphone: microphone ?? createBrowserMicrophone(),
        clock,
        onTake: (take) => latest.current(take),
      }),
  );
  useEffect(() => {
    recorder.start();
    return () => recorder.dispose();
  }, [recorder]);
  const state = useStore(recorder.state);
  return { recorder, state };
}
