import { useState } from 'react';
import { type FailurePlace, useFailureSentence } from '../../lib/failure-sentence.ts';
import { useToasts } from './toaster.tsx';

export function useAction(place: FailurePlace) {
  const { show } = useToasts();
  const explain = useFailureSentence();
  const [isRunning, setIsRunning] = useState(false);
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    setIsRunning(true);
    await action().catch((error: unknown) => show('error', explain(error, place)));
    setIsRunning(false);
  };
  /** A call whose answer has a word for the person, and what follows from it. */
  const runCall = (call: () => Promise<{ message: string }>, next: () => Promise<void>): Promise<void> =>
    run(async () => {
      const { message } = await call();
      show('success', message);
      await next();
    });
  return { run, runCall, isRunning };
}
