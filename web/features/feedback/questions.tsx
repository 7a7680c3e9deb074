import '../../lib/zod-without-eval.ts';
import { useId, useState } from 'react';
import { changeSettings } from '#shared/contract/accounts.ts';
import { rateTranscription } from '#shared/contract/results.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { Button, takeFocus } from '../../components/ui/elements.tsx';
import { useAction } from '../../components/ui/use-action.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './questions.module.css';

/** "Was this right?": two taps, by which operators see whether a high confidence is one. */
export function RightQuestion({ id }: { id: string }) {
  const { right, yes, no } = useText('results').feedback;
  const { api } = useServices();
  const { run, isRunning } = useAction('account');
  const [answer, setAnswer] = useState<boolean>();
  if (answer !== undefined)
    return (
      // The button that had it is gone.
      <p ref={takeFocus} tabIndex={-1} className={styles.said}>
        {answer ? right.thanks : right.correct}
      </p>
    );
  const rate = (isRight: boolean) =>
    run(async () => {
      await api.call(rateTranscription, { params: { id }, body: { isRight } });
      setAnswer(isRight);
    });
  return (
    <div className={styles.right}>
      <p>{right.question}</p>
      <Button variant="outline" size="sm" disabled={isRunning} aria-label={right.yes} onClick={() => rate(true)}>
        {yes}
      </Button>
      <Button variant="outline" size="sm" disabled={isRunning} aria-label={right.no} onClick={() => rate(false)}>
        {no}
      </Button>
    </div>
  );
}

type Deciding = { days: number; onDecided: () => Promise<void> };

/** Asked once, after a correction. */
export function TeachingQuestion({ days, onDecided }: Deciding) {
  const { teaching, yes, no } = useText('results').feedback;
  const { api } = useServices();
  const { runCall, isRunning } = useAction('account');
  const questionId = useId();
  const decide = (mayTeach: boolean) => runCall(() => api.call(changeSettings, { body: { mayTeach } }), onDecided);
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
