import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { StepHeading } from '../../components/ui/step-heading.tsx';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFailureSentence } from '../../lib/failure-sentence.ts';
import { useText } from '../../lib/language-context.ts';
import styles from './processing.module.css';

export const isLanguageDoubt = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.code === 'NOT_SOMALI';

type Props = { failure: unknown; onShow: () => void; onAnother: () => void };

/** The service doubts that it heard Somali: nothing is charged and nothing shown before the speaker says so. */
export function LanguageQuestion({ failure, onShow, onAnother }: Props) {
  const { anotherRecording, notSomali } = useText('demo').processing;
  const explain = useFailureSentence();
  return (
    <Card className={styles.error}>
      <StepHeading takesFocus className={styles.heading}>
        {notSomali.heading}
      </StepHeading>
      <p className={styles.sentence}>{explain(failure, 'processingScreen')}</p>
      <p className={styles.hint}>{notSomali.hint}</p>
      <div className={styles.actions}>
        <Button onClick={onShow}>{notSomali.show}</Button>
        <Button variant="outline" onClick={onAnother}>
          {anotherRecording}
        </Button>
      </div>
    </Card>
  );
}
