import { type ComponentType, useState } from 'react';
import { Boundary } from '../../components/ui/boundary.tsx';
import type { LeaveQuestion } from '../../components/ui/leave-question.tsx';
import { openDeviceStore } from '../../lib/device-store.ts';
import { useSession } from './session-context.tsx';

const results = openDeviceStore<{ isSaved?: boolean }>('results');

/** Before all that is a person's goes from this device: asks, where a correction has not reached the account yet. */
export function useSignOutQuestion(leave: () => void) {
  const { user } = useSession();
  const [Question, setQuestion] = useState<ComponentType<Parameters<typeof LeaveQuestion>[0]>>();
  const stay = () => setQuestion(undefined);
  const askWhereNeeded = async () => {
    const rows = await results.list(user?.email ?? '');
    if (rows.every(({ isSaved }) => isSaved !== false)) return leave();
    const { LeaveQuestion } = await import('../../components/ui/leave-question.tsx');
    setQuestion(() => LeaveQuestion);
  };
  return {
    // Where the question cannot be fetched: a person on a shared device must be able to leave.
    askOrLeave: () => void askWhereNeeded().catch(leave),
    question: Question && (
      <Boundary>
        <Question
          about="unsaved"
          stay={stay}
          leave={() => {
            stay();
            leave();
          }}
        />
      </Boundary>
    ),
  };
}
