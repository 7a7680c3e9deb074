import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '#shared/contract/accounts.ts';
import { retentionDays } from '#shared/limits.ts';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { StepHeading } from '../../components/ui/step-heading.tsx';
import { AttemptsNotice } from '../../features/attempts/attempts-notice.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { RightQuestion, TeachingQuestion } from '../../features/feedback/questions.tsx';
import { ConflictDialog } from '../../features/results/result-edits.tsx';
import { createResultStore, type KeptResult } from '../../features/results/result-store.ts';
import { ResultsStep } from '../../features/results/results-step.tsx';
import { useText } from '../../lib/language-context.ts';
import { useScreenTitle } from '../../lib/page-title.ts';
import { useServiceInfo } from '../../lib/service-info.ts';
import styles from './demo-page.module.css';
import { LeaveQuestion, useLeaveGuard } from './leave-guard.tsx';
import { useResult } from './use-result.ts';

type Props = { id: string; user: User; fresh: KeptResult | undefined; supportEmail: string };

/** A result at its own address: just made, or come back to. */
export function ResultScreen({ id, user, fresh, supportEmail }: Props) {
  const store = useMemo(() => createResultStore(), []);
  const { search, state, tryAgain } = useResult(id, user.email, { store, fresh });
  const [isEditing, setIsEditing] = useState(false);
  const isUnsaved = state?.kept.isSaved === false;
  const leaving = useLeaveGuard({ asks: isEditing, asksAtSignOut: isUnsaved });
  const [, navigate] = useLocation();
  const { titles, results } = useText('demo');
  useScreenTitle(search.step === 'missing' ? results.absent.missing : titles.result);
  if (search.step === 'loading') return <Spinner />;
  if (search.step !== 'found') return <NoResult state={search} onTryAgain={tryAgain} />;
  if (state === undefined) return null;
  const { sync } = search;
  const isFresh = fresh?.result.apiId === id;
  const attemptsRemaining = isFresh
    ? Math.min(state.kept.result.attemptsRemaining, user.attemptsRemaining)
    : user.attemptsRemaining;
  const isUnlimited = user.unlimited === true;
  return (
    <>
      <ResultsStep
        kept={state.kept}
        isFresh={isFresh}
        attemptsRemaining={attemptsRemaining}
        attemptsNotice={<AttemptsNotice {...{ attemptsRemaining, isUnlimited, supportEmail }} />}
        feedback={<Questions kept={state.kept} user={user} />}
        onEdit={(part) => void sync.edit(part)}
        isTranslating={state.isTranslating}
        isCutOff={state.isCutOff && !state.kept.isSaved}
        onTranslate={sync.translate}
        onEditing={setIsEditing}
        onAnother={() => navigate('/demo')}
        onDeleted={() => {
          void store.remove(id);
          navigate('/demo', { replace: true });
        }}
      />
      {state.other !== undefined && <ConflictDialog kept={state.kept} other={state.other} onChoose={sync.choose} />}
      <LeaveQuestion leaving={leaving} about={isEditing ? 'editing' : 'unsaved'} />
    </>
  );
}

/** Whether it was right; once it was corrected that is known, and the question is whether it may teach. */
function Questions({ kept, user }: { kept: KeptResult; user: User }) {
  const { result, edited, isSaved } = kept;
  const { refreshSession } = useSession();
  const days = useServiceInfo()?.limits.retentionDays ?? retentionDays;
  if (edited.cleanedText === result.cleanedText) return <RightQuestion id={result.apiId} />;
  return isSaved && user.mayTeach === undefined && <TeachingQuestion days={days} onDecided={refreshSession} />;
}

type NoResultProps = { state: { step: 'missing' } | { step: 'unreachable'; message: string }; onTryAgain: () => void };

function NoResult({ state, onTryAgain }: NoResultProps) {
  const text = useText('demo').results.absent;
  const isMissing = state.step === 'missing';
  return (
    <Card className={styles.noResult}>
      <StepHeading takesFocus>{isMissing ? text.missing : text.unreachable}</StepHeading>
      <p>{isMissing ? text.reasons : state.message}</p>
      <div className={styles.noticeActions}>
        {!isMissing && <Button onClick={onTryAgain}>{text.tryAgain}</Button>}
        <ButtonLink href="/demo" variant="outline">
          {text.back}
        </ButtonLink>
      </div>
    </Card>
  );
}
