import type { ErrorCode } from '#shared/errors/codes.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { Button, Card, classNames, Icon, StepHeading } from '../../components/ui/elements.tsx';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFailureSentence } from '../../lib/failure-sentence.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import styles from './processing.module.css';

type ErrorProps = {
  failure: unknown;
  /** It was chosen, not spoken into the microphone. */
  isFile?: boolean;
  /** The recording is on the device. */
  isKept?: boolean;
  onTryAgain: () => void;
  onAnother: () => void;
};

/** Where the recording itself is the reason, another one helps and the same one does not. */
const reasonsInTheRecording: readonly (ErrorCode | undefined)[] = [
  'NO_SPEECH',
  'AUDIO_TOO_LONG',
  'AUDIO_TOO_SHORT',
  'AUDIO_DAMAGED',
  'AUDIO_NO_SOUND',
  'AUDIO_CODEC_UNSUPPORTED',
  'AUDIO_EMPTY',
  'AUDIO_UNSUPPORTED',
  'AUDIO_TOO_LARGE',
];

export const needsAnother = (failure: unknown): boolean =>
  failure instanceof CallFailure && reasonsInTheRecording.includes(failure.code);

/** Spec §2: the error card; "Try Again" restarts processing with the same recording, and comes first where that can help. */
export function ProcessingError({ failure, isFile = false, isKept = false, onTryAgain, onAnother }: ErrorProps) {
  const text = useText('demo').processing;
  const explain = useFailureSentence();
  const sentence = useSentence();
  const { code, requestId, kind }: Partial<CallFailure> = failure instanceof CallFailure ? failure : {};
  const isHopeless = needsAnother(failure);
  // A file that does not help is not kept.
  const safe = isKept && !isHopeless ? text.safe : '';
  // The sentence of `NO_SPEECH` says so itself.
  const notCharged = kind === 'refused' && code !== 'NO_SPEECH' ? text.notCharged : '';
  return (
    <Card className={styles.error}>
      <Icon
        size={48}
        isCircled
        className={classNames(styles.errorMark, isHopeless && styles.calm)}
        d="M24 13v14M24 33.5v1"
      />
      <StepHeading takesFocus className={styles.heading}>
        {isHopeless ? text.noText : text.notYet}
      </StepHeading>
      <p className={styles.sentence}>
        {/* Of a file the server's advice, to speak closer, is of no use. */}
        {isFile && code === 'NO_SPEECH' ? sentence('NO_SPEECH_IN_FILE') : explain(failure, 'processingScreen')}
      </p>
      <p className={styles.hint}>
        {notCharged} {safe}
      </p>
      <div className={styles.actions}>
        <Button variant={isHopeless ? 'default' : 'outline'} onClick={onAnother}>
          {text.anotherRecording}
        </Button>
        <Button variant={isHopeless ? 'outline' : 'default'} onClick={onTryAgain}>
          {text.tryAgain}
        </Button>
      </div>
      {requestId !== undefined && !isHopeless && (
        <p className={styles.hint}>{fillPlaces(text.reference, { id: requestId })}</p>
      )}
    </Card>
  );
}

export const isLanguageDoubt = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.code === 'NOT_SOMALI';

type QuestionProps = { failure: unknown; isKept?: boolean; onShow: () => void; onAnother: () => void };

/** The service doubts that it heard Somali: nothing is charged and nothing shown before the speaker says so. */
export function LanguageQuestion({ failure, isKept = false, onShow, onAnother }: QuestionProps) {
  const { anotherRecording, notSomali, safe } = useText('demo').processing;
  const explain = useFailureSentence();
  return (
    <Card className={styles.error}>
      <StepHeading takesFocus className={styles.heading}>
        {notSomali.heading}
      </StepHeading>
      <p className={styles.sentence}>{explain(failure, 'processingScreen')}</p>
      <p className={styles.hint}>{isKept ? `${notSomali.hint} ${safe}` : notSomali.hint}</p>
      <div className={styles.actions}>
        <Button variant="outline" onClick={onShow}>
          {notSomali.show}
        </Button>
        <Button onClick={onAnother}>{anotherRecording}</Button>
      </div>
    </Card>
  );
}
