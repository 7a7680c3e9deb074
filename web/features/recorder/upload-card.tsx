import { useState } from 'react';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { formatDuration } from '#shared/format-duration.ts';
import { buttonClass, Card, classNames, Spinner } from '../../components/ui/elements.tsx';
import { useWindowEvent } from '../../lib/browser-state.ts';
import { useLanguage, useSentence, useText } from '../../lib/language-context.ts';
import styles from './recorder.module.css';
import type { FileChoice, UploadLimits } from './use-file-choice.ts';

/** What file pickers should offer; browsers call WebM and MP4 recordings videos, and voice notes all sorts of things. */
const pickerTypes = 'audio/*,video/webm,video/mp4,application/ogg,.opus,.oga,.ogg,.m4a,.mp3,.wav,.webm';
const bytesPerMegabyte = 1024 * 1024;

type Props = { choice: FileChoice; limits: UploadLimits };

/** The file's half of the welcome step: button, drop anywhere, paste. */
export function UploadCard({ choice, limits }: Props) {
  const text = useText('demo').recorder.upload;
  const { language } = useLanguage();
  const sentence = useSentence();
  const isDropping = useDropAndPaste(choice.choose);
  const { refusal, isChecking } = choice;
  const formats = fillPlaces(text.formats, { megabytes: Math.floor(limits.maxUploadBytes / bytesPerMegabyte) });
  const longest =
    limits.maxAudioSeconds === undefined
      ? ''
      : ` ${fillPlaces(text.longest, { duration: formatDuration(limits.maxAudioSeconds, language) })}`;
  return (
    <Card className={classNames(styles.choice, isDropping && styles.dropping)}>
      <h2 className={styles.choiceTitle}>{text.title}</h2>
      <div className={styles.dropZone}>
        <svg viewBox="0 0 48 48" aria-hidden="true" className={styles.uploadMark}>
          <path d="M24 31V9M15 17l9-9 9 9M8 30v8a3 3 0 0 0 3 3h26a3 3 0 0 0 3-3v-8" />
        </svg>
        <label className={buttonClass({ variant: 'outline' }, styles.fileButton)}>
          <input
            type="file"
            className={styles.fileInput}
            accept={pickerTypes}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              // The same file chosen again must count as a choice.
              event.currentTarget.value = '';
              if (file !== undefined) void choice.choose(file);
            }}
          />
          {text.choose}
        </label>
        <p className={styles.hint}>
          {isChecking ? (
            <>
              <Spinner /> {text.checking}
            </>
          ) : isDropping ? (
            text.dropNow
          ) : (
            text.drop
          )}
        </p>
      </div>
      <p className={styles.hint}>
        {formats}
        {longest}. <strong>{text.whatsApp}</strong>
      </p>
      {refusal !== undefined && (
        <p className={styles.problem} role="alert">
          {sentence(refusal.key, refusal.values)}
        </p>
      )}
    </Card>
  );
}

/** Files dropped anywhere on the page and files pasted; tells whether one is being dragged over it. */
function useDropAndPaste(choose: (file: File) => Promise<void>): boolean {
  const [isOver, setOver] = useState(false);
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  const chooseFirst = (data: DataTransfer | null) => {
    const file = data?.files[0];
    if (file !== undefined) void choose(file);
  };
  useWindowEvent('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setOver(true);
  });
  useWindowEvent('dragleave', (event) => {
    if (event.relatedTarget === null) setOver(false);
  });
  useWindowEvent('drop', (event) => {
    setOver(false);
    if (!carriesFiles(event)) return;
    event.preventDefault();
    chooseFirst(event.dataTransfer);
  });
  useWindowEvent('paste', ({ clipboardData }) => chooseFirst(clipboardData));
  return isOver;
}
