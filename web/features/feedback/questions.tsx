import '../../lib/zod-without-eval.ts';
import { useId, useState } from 'react';
import { rateTranscription, setTeaching } from '#shared/contract/feedback.ts';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useFailureSentence } from '../../lib/failure-sentence.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './questions.module.css';

/** Runs a call of an answer; what goes wrong is said, and the question stays. */
function useAnswer() {
  const toasts = useToasts();
  const explain = useFailureSentence();
  const [isBusy, setIsBusy] = useState(false);
  const send = async (work: () => Promise<void>) => {
    setIsBusy(true);
    await work().catch((error: unknown) => toasts.show('error', explain(error, 'account')));
    setIsBusy(false);
  };
  return { isBusy, send };
}

/** The button that had it is gone. */
const takeFocus = (node: HTMLElement | null) => node?.focus();

/** "Was this right?": two taps, for whoever has to know whether a high confidence is one. */
export function RightQuestion({ id }: { id: string }) {
  const { right, yes, no } = useText('feedback');
  const { api } = useServices();
  const { isBusy, send } = useAnswer();
  const [answer, setAnswer] = useState<boolean>();
  if (answer !== undefined)
    return (
      <p ref={takeFocus} tabIndex={-1} className={styles.said}>
        {answer ? right.thanks : right.correct}
      </p>
    );
  const rate = (isRight: boolean) =>
    send(async () => {
      await api.call(rateTranscription, { params: { id }, body: { isRight } });
      setAnswer(isRight);
    });
  return (
    <div className={styles.right}>
      <p>{right.question}</p>
      <Button variant="outline" size="sm" disabled={isBusy} aria-label={right.yes} onClick={() => rate(true)}>
        {yes}
      </Button>
      <Button variant="outline" size="sm" disabled={isBusy} aria-label={right.no} onClick={() => rate(false)}>
        {no}
      </Button>
    </div>
  );
}

type Deciding = { days: number; onDecided: () => Promise<void> };

function useDecision({ onDecided }: Deciding) {
  const { api } = useServices();
  const toasts = useToasts();
  const { isBusy, send } = useAnswer();
  const decide = (mayTeach: boolean) =>
    send(async () => {
      const { message } = await api.call(setTeaching, { body: { mayTeach } });
      toasts.show('success', message);
      await onDecided();
    });
  return { isBusy, decide };
}

const askAgainKey = 'somalispeak_ask_teaching_again';
const weekMilliseconds = 7 * 24 * 3_600_000;

/** Asked once, after a correction; "Not now" puts it off by a week on this device. */
export function TeachingQuestion(props: Deciding) {
  const { teaching, yes, no } = useText('feedback');
  const { storage, clock } = useServices();
  const { isBusy, decide } = useDecision(props);
  const [isPutOff, setIsPutOff] = useState(() => Number(storage.getItem(askAgainKey)) > clock.now());
  const questionId = useId();
  if (isPutOff) return null;
  const putOff = () => {
    storage.setItem(askAgainKey, String(clock.now() + weekMilliseconds));
    setIsPutOff(true);
  };
  return (
    <section className={styles.teaching} aria-labelledby={questionId}>
      <h2 id={questionId}>{teaching.question}</h2>
      <p>{fillPlaces(teaching.details, { days: props.days })}</p>
      <div className={styles.answers}>
        <Button size="sm" disabled={isBusy} onClick={() => decide(true)}>
          {yes}
        </Button>
        <Button variant="outline" size="sm" disabled={isBusy} onClick={() => decide(false)}>
          {no}
        </Button>
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={putOff}>
          {teaching.later}
        </Button>
      </div>
    </section>
  );
}

/** The same on the account page, as often as one likes. */
export function TeachingSetting({ mayTeach, ...props }: Deciding & { mayTeach: boolean }) {
  const { teaching } = useText('feedback');
  const { isBusy, decide } = useDecision(props);
  return (
    <div className={styles.setting}>
      <Checkbox
        label={teaching.setting}
        checked={mayTeach}
        disabled={isBusy}
        onChange={({ currentTarget }) => decide(currentTarget.checked)}
      />
      <p>{fillPlaces(teaching.details, { days: props.days })}</p>
    </div>
  );
}
