import { useId } from 'react';
import { changeSettings, type User } from '#shared/contract/accounts.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { Button } from '../../components/ui/elements.tsx';
import { useAction } from '../../components/ui/use-action.ts';
import { useSession } from '../../features/auth/session-context.tsx';
import { AlwaysWrite } from '../../features/results/always-write.tsx';
import type { KeptResult } from '../../features/results/result-store.ts';
import { useText } from '../../lib/language-context.ts';
import { useRetentionDays } from '../../lib/service-info.ts';
import { useServices } from '../../lib/services.ts';
import styles from './questions.module.css';

/** After a correction: whether a word is always written so, and whether it may teach. */
export function Questions({ kept, user }: { kept: KeptResult; user: User }) {
  const { result, edited, isSaved } = kept;
  if (result.isSample || !isSaved || edited.transcript === result.transcript) return null;
  return (
    <>
      <AlwaysWrite heard={result.transcript} corrected={edited.transcript} />
      {user.mayTeach === undefined && <TeachingQuestion />}
    </>
  );
}

function TeachingQuestion() {
  const { teaching, yes, no } = useText('results').feedback;
  const { api } = useServices();
  const { refreshSession } = useSession();
  const days = useRetentionDays();
  const { runCall, isRunning } = useAction('account');
  const questionId = useId();
  const decide = (mayTeach: boolean) => runCall(() => api.call(changeSettings, { body: { mayTeach } }), refreshSession);
  return (
    <section className={styles.teaching} aria-labelledby={questionId}>
      <h2 id={questionId}>{teaching.question}</h2>
      <p>{fillPlaces(teaching.details, { days })}</p>
      <div className={styles.answers}>
        <Button size="sm" disabled={isRunning} onClick={() => decide(true)}>
          {yes}
        </Button>
        <Button variant="outline" size="sm" disabled={isRunning} onClick={() => decide(false)}>
          {no}
        </Button>
      </div>
    </section>
  );
}
