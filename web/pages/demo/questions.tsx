import type { User } from '#shared/contract/accounts.ts';
import { useSession } from '../../features/auth/session-context.tsx';
import { AlwaysWrite } from '../../features/feedback/always-write.tsx';
import { RightQuestion, TeachingQuestion } from '../../features/feedback/questions.tsx';
import type { KeptResult } from '../../features/results/result-store.ts';
import { useRetentionDays } from '../../lib/service-info.ts';

/** Whether it was right; once it was corrected that is known, and the question is whether it may teach. */
export function Questions({ kept, user }: { kept: KeptResult; user: User }) {
  const { result, edited, isSaved } = kept;
  const { refreshSession } = useSession();
  const days = useRetentionDays();
  if (result.isSample) return null;
  if (edited.transcript === result.transcript) return <RightQuestion id={result.id} />;
  return (
    isSaved && (
      <>
        <AlwaysWrite heard={result.transcript} corrected={edited.transcript} />
        {user.mayTeach === undefined && <TeachingQuestion days={days} onDecided={refreshSession} />}
      </>
    )
  );
}
