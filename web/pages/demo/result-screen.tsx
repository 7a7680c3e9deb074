import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '#shared/contract/accounts.ts';
import { Button, ButtonLink, Card, Spinner, StepHeading } from '../../components/ui/elements.tsx';
import { LeaveQuestion } from '../../components/ui/leave-question.tsx';
import { AttemptsNotice } from '../../features/attempts/attempts.tsx';
import { fetchResult, type KeptResult, resultStore } from '../../features/results/result-store.ts';
import { createResultSync, type ResultState, type ResultSync } from '../../features/results/result-sync.ts';
import { ResultsStep } from '../../features/results/results-step.tsx';
import { useScreenTitle, useWindowEvent } from '../../lib/browser-state.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { sentenceFor } from '../../lib/failure-sentence.ts';
import { keepResultPages } from '../../lib/installed-app.ts';
import { useLanguage, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import styles from './demo-page.module.css';
import { useLeaveGuard } from './leave-guard.tsx';
import { Questions } from './questions.tsx';

type Props = { id: string; user: User; fresh: KeptResult | undefined };

/** A result at its own address: just made, or come back to. */
export function ResultScreen({ id, user, fresh }: Props) {
  const { search, state, tryAgain } = useResult(id, user.email, fresh);
  const isEditing = state !== undefined && state.editors > 0;
  const leaving = useLeaveGuard(isEditing);
  const [, navigate] = useLocation();
  const { titles, results } = useText('demo');
  useEffect(keepResultPages, []);
  useScreenTitle(search.step === 'missing' ? results.absent.missing : titles.result);
  if (search.step === 'loading') return <Spinner />;
  if (search.step !== 'found') return <NoResult state={search} onTryAgain={tryAgain} />;
  if (state === undefined) return null;
  const { sync } = search;
  const isFresh = fresh?.result.id === id;
  const { attemptsRemaining } = isFresh ? state.kept.result : user;
  const isUnlimited = user.unlimited === true;
  return (
    <>
      <ResultsStep
        state={state}
        sync={sync}
        isFresh={isFresh}
        attemptsRemaining={attemptsRemaining}
        attemptsNotice={<AttemptsNotice {...{ attemptsRemaining, isUnlimited }} />}
        feedback={<Questions kept={state.kept} user={user} />}
        onDeleted={() => {
          void resultStore.remove(id);
          navigate('/demo', { replace: true });
        }}
      />
      {state.other !== undefined && <ConflictDialog kept={state.kept} other={state.other} onChoose={sync.choose} />}
      {leaving.isAsking && <LeaveQuestion {...leaving} about="editing" />}
    </>
  );
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

type Search =
  | { step: 'loading' }
  | { step: 'found'; sync: ResultSync }
  | { step: 'missing' }
  | { step: 'unreachable'; message: string };

const isGone = (error: unknown) => error instanceof CallFailure && (error.status === 404 || error.status === 403);
const nothing = createStore<ResultState | undefined>(undefined);

/** A result by its id: just made, kept on this device, or asked of the server, in this order. */
function useResult(id: string, owner: string, fresh: KeptResult | undefined) {
  const { api, clock } = useServices();
  const { language } = useLanguage();
  const follow = (first: KeptResult) =>
    createResultSync(first, { api, clock, keep: (kept) => void resultStore.save(kept, owner) });

  const [search, setSearch] = useState<Search>(() =>
    fresh?.result.id === id ? { step: 'found', sync: follow(fresh) } : { step: 'loading' },
  );

  const find = useEffectEvent(async (): Promise<Search> => {
    const known = await resultStore.read(id, owner);
    if (known !== undefined) {
      const sync = follow(known);
      void sync.refresh();
      return { step: 'found', sync };
    }
    try {
      const kept = await fetchResult(api, id, clock.now());
      // Minutes of sound and thousands of words are copied: after the text is there.
      clock.afterPaint(() => void resultStore.save(kept, owner));
      return { step: 'found', sync: follow(kept) };
    } catch (error) {
      if (isGone(error)) return { step: 'missing' };
      return { step: 'unreachable', message: sentenceFor(error, 'general', language) };
    }
  });

  const isLoading = search.step === 'loading';
  useEffect(() => {
    if (isLoading) void find().then(setSearch);
  }, [isLoading]);

  const sync = search.step === 'found' ? search.sync : undefined;
  useWindowEvent('online', () => void sync?.save());

  return { search, state: useStore(sync?.store ?? nothing), tryAgain: () => setSearch({ step: 'loading' }) };
}
