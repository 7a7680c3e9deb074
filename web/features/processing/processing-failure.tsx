import type { ErrorCode } from '#shared/errors/codes.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { Button, Card, classNames, Icon, StepHeading } from '../../components/ui/elements.tsx';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFailureSentence } from '../../lib/failure-sentence.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import styles from './processing.module.css';
import type { UploadOrder } from './upload-client.ts';

type ErrorProps = {
  failure: unknown;
  isFile?: boolean;
  isKept?: boolean;
  onTryAgain: (order: UploadOrder) => void;
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

/** The service doubts that it heard Somali: nothing is charged and nothing shown before the speaker says so. */
export const isLanguageDoubt = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.code === 'NOT_SOMALI';

/** Spec §2: the error card; "Try Again" restarts processing with the same recording, and comes first where that can help. */
export function ProcessingError({ failure, isFile = false, isKept = false, onTryAgain, onAnother }: ErrorProps) {
  const { notSomali, ...text } = useText('demo').processing;
  const explain = useFailureSentence();
  const sentence = useSentence();
  const { code, requestId, kind }: Partial<CallFailure> = failure instanceof CallFailure ? failure : {};
  const isDoubt = isLanguageDoubt(failure);
  const isHopeless = needsAnother(failure);
  const isCalm = isDoubt || isHopeless;
  // A file that does not help is not kept.
  const safe = isKept && !isHopeless ? text.safe : '';
  // The sentence of `NO_SPEECH` says so itself.
  const notCharged = kind === 'refused' && code !== 'NO_SPEECH' ? text.notCharged : '';
  const heading = isHopeless ? text.noText : text.notYet;
  return (
    <Card className={styles.error}>
      {!isDoubt && (
        <Icon
          size={48}
          isCircled
          className={classNames(styles.errorMark, isCalm && styles.calm)}
          d="M24 13v14M24 33.5v1"
        />
      )}
      <StepHeading takesFocus className={styles.heading}>
        {isDoubt ? notSomali.heading : heading}
      </StepHeading>
      <p className={styles.sentence}>
        {/* Of a file the server's advice, to speak closer, is of no use. */}
        {isFile && code === 'NO_SPEECH' ? sentence('NO_SPEECH_IN_FILE') : explain(failure, 'processingScreen')}
      </p>
      <p className={styles.hint}>
        {isDoubt ? notSomali.hint : notCharged} {safe}
      </p>
      <div className={styles.actions}>
        <Button variant={isCalm ? 'default' : 'outline'} onClick={onAnother}>
          {text.anotherRecording}
        </Button>
        <Button variant={isCalm ? 'outline' : 'default'} onClick={() => onTryAgain({ anyLanguage: isDoubt })}>
          {isDoubt ? notSomali.show : text.tryAgain}
        </Button>
      </div>
      {requestId !== undefined && !isCalm && (
        <p className={styles.hint}>{fillPlaces(text.reference, { id: requestId })}</p>
      )}
    </Card>
  );
}
