import { type ReactNode, useEffect } from 'react';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { Button } from '../../components/ui/elements.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import type { ChosenFile } from '../../features/recorder/kept-files.ts';
import type { Recording } from '../../features/recorder/kept-recording.ts';
import { resultStore, toKept } from '../../features/results/result-store.ts';
import { CallFailure, readFields } from '../../lib/call-failure.ts';
import { useFailureSentence } from '../../lib/failure-sentence.ts';
import { type Problem, useLanguage, useSentence, useText } from '../../lib/language-context.ts';
import { saySound } from '../../lib/say-sound.ts';
import { useServices } from '../../lib/services.ts';
import styles from './files-screen.module.css';
import { useSending } from './use-sending.ts';

export type FileRow = ChosenFile & {
  /** Why it is not sent at all. */
  problem?: Problem | undefined;
  /** On its way. */
  going?: Recording | undefined;
  resultId?: string;
  failure?: unknown;
};

type End = (row: FileRow, part?: Partial<FileRow>) => void;

type LineProps = {
  row: FileRow;
  percent: number;
  words: string;
  onRemove?: (() => void) | false;
  children?: ReactNode;
};

function Line({ row, percent, words, onRemove, children }: LineProps) {
  const { progress } = useText('demo').processing;
  const { remove } = useText('files');
  return (
    <li className={styles.row}>
      <strong className={styles.name}>{row.fileName}</strong>
      <ProgressBar percent={percent} label={progress} />
      <p className={styles.words}>{words}</p>
      <span>
        {children}
        {onRemove && (
          <Button size="sm" variant="ghost" aria-label={`${remove}: ${row.fileName}`} onClick={onRemove}>
            {remove}
          </Button>
        )}
      </span>
    </li>
  );
}

export function RestingFile({ row, lacksAttempt, onEnd }: { row: FileRow; lacksAttempt: boolean; onEnd: End }) {
  const text = useText('files');
  const { ready } = useText('demo').processing;
  const sentence = useSentence();
  const explain = useFailureSentence();
  const { problem, failure, resultId } = row;
  const refusal = failure === undefined ? problem && sentence(problem.key, problem.values) : explain(failure, 'upload');
  const words = refusal === undefined ? text[lacksAttempt ? 'noAttempt' : 'waiting'] : `${text.refused} ${refusal}`;
  if (resultId === undefined)
    return <Line row={row} percent={0} words={words} onRemove={refusal === undefined && (() => onEnd(row))} />;
  return (
    <Line row={row} percent={100} words={ready}>
      {/* In a tab of its own: the others are sent from this page. */}
      <a href={`/demo/r/${resultId}`} target="_blank" rel="noreferrer">
        {text.open}
      </a>
    </Line>
  );
}

/** No session, no attempts, too many at once. */
const passing = [401, 403, 429];

/** The file's own fault: the next one goes. Else the next would meet the same, and this one is tried again. */
function isOfTheFile(failure: unknown): boolean {
  if (!(failure instanceof CallFailure)) return true;
  const { kind, status = 0, body } = failure;
  if (kind !== 'refused') return kind !== 'network' && kind !== 'timeout';
  return readFields(body).stage === 'error' || (status < 500 && !passing.includes(status));
}

const againMilliseconds = 60_000;

type GoingProps = { row: FileRow; recording: Recording; owner: string; onEnd: End };

export function GoingFile({ row, recording, owner, onEnd }: GoingProps) {
  const { processing: text } = useText('demo');
  const { session } = useText('common').nav;
  const { language } = useLanguage();
  const { clock } = useServices();
  const explain = useFailureSentence();
  const { processing, state, cancel } = useSending(recording, {
    onAnswered(data) {
      void resultStore.save(toKept(data, recording, clock.now()), owner);
      onEnd(row, { resultId: data.transcription.id });
    },
    onOver: () => undefined,
    onFailed: (failure) => isOfTheFile(failure) && onEnd(row, { failure }),
  });
  const { failure, journey, view } = state;
  useEffect(
    () => (failure === undefined ? undefined : clock.after(againMilliseconds, processing.start)),
    [failure, clock, processing],
  );
  const isSending = journey.uploadedFraction < 1;
  const percent = 100 * (isSending ? journey.uploadedFraction : (journey.recognition?.progress ?? 0));
  const stage = view.sound ? saySound(view.sound, text, language) : text.steps.recognition.title;
  const sent = isSending ? fillPlaces(text.uploading, { percent: Math.floor(percent) }) : stage;
  const words = failure === undefined ? sent : explain(failure, 'upload');
  const remove = () => {
    cancel();
    onEnd(row);
  };
  return (
    <Line row={row} percent={percent} words={journey.isCutOff ? session.network : words} onRemove={remove}>
      {failure !== undefined && (
        <Button size="sm" variant="outline" onClick={() => processing.start()}>
          {text.tryAgain}
        </Button>
      )}
    </Line>
  );
}
