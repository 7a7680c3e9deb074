import { useState } from 'react';
import { type FailurePlace, useFailureSentence } from '../../lib/failure-sentence.ts';
import { useToasts } from './toaster.tsx';

/** Runs what a person asked for; where it fails, the reason is said. */
export function useAttempt(place: FailurePlace) {
  const { show } = useToasts();
  const explain = useFailureSentence();
  const [isRunning, setIsRunning] = useState(false);
  const attempt = async (run: () => Promise<unknown>): Promise<void> => {
    setIsRunning(true);
    await run().catch((error: unknown) => show('error', explain(error, place)));
    setIsRunning(false);
  };
  return { attempt, isRunning };
}
