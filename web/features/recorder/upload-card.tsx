import { useRef, useState } from 'react';
import { effectiveMime, isAcceptedMime, isAudioMime, pickedTypes } from '#shared/audio/mime.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { formatDuration } from '#shared/format-duration.ts';
import type { Language } from '#shared/languages.ts';
import { buttonClass, Card, classNames, Icon, ProblemAlert, Spinner } from '../../components/ui/elements.tsx';
import { useWindowEvent } from '../../lib/browser-state.ts';
import { type Problem, useLanguage, useText } from '../../lib/language-context.ts';
import type { Recording } from './kept-recording.ts';
import styles from './recorder.module.css';

const bytesPerMegabyte = 1024 * 1024;

type Props = { choice: Omit<FileChoice, 'withdraw'>; limits: UploadLimits };

export function UploadCard({ choice, limits }: Props) {
  const text = useText('demo').recorder.upload;
  const { language } = useLanguage();
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
        <Icon
          size={48}
          className={styles.uploadMark}
          d="M24 31V9M15 17l9-9 9 9M8 30v8a3 3 0 0 0 3 3h26a3 3 0 0 0 3-3v-8"
        />
        <label className={buttonClass({ variant: 'outline' }, styles.fileButton)}>
          <input
            type="file"
            className={styles.fileInput}
            multiple
            accept={pickedTypes.join(',')}
            onChange={(event) => {
              const files = [...(event.currentTarget.files ?? [])];
              // The same file chosen again must count as a choice.
              event.currentTarget.value = '';
              void choice.choose(files);
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
      <ProblemAlert problem={refusal} className={styles.problem} />
    </Card>
  );
}

/** Files dropped anywhere on the page and files pasted; tells whether one is being dragged over it. */
function useDropAndPaste(choose: FileChoice['choose']): boolean {
  const [isOver, setOver] = useState(false);
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  const chooseAll = (data: DataTransfer | null) => void choose([...(data?.files ?? [])]);
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
    chooseAll(event.dataTransfer);
  });
  useWindowEvent('paste', ({ clipboardData }) => chooseAll(clipboardData));
  return isOver;
}

/** From `/api/ready`; the length is not known until the server has said it. */
export type UploadLimits = { maxUploadBytes: number; maxAudioSeconds: number | undefined };

/** Reading fails when the file has vanished meanwhile, e.g. a cloud file without a network. */
const unreadable: Problem = { key: 'FILE_NOT_AUDIO' };

export async function readRecording(file: File, durationSeconds: number | undefined): Promise<Recording | undefined> {
  const bytes = await file.arrayBuffer().catch(() => undefined);
  return bytes && { bytes, mimeType: file.type, fileName: file.name, source: 'file', durationSeconds };
}

type Examined = { problem?: Problem; durationSeconds?: number | undefined };

export async function examineFile(file: File, limits: UploadLimits, language: Language): Promise<Examined> {
  const { maxUploadBytes, maxAudioSeconds } = limits;
  const problem = await checkAudioFile(file, maxUploadBytes).catch(() => unreadable);
  if (problem !== undefined) return { problem };
  const durationSeconds = await readAudioLength(file);
  if (maxAudioSeconds === undefined || durationSeconds === undefined || durationSeconds <= maxAudioSeconds)
    return { durationSeconds };
  return { problem: { key: 'AUDIO_TOO_LONG', values: { limit: formatDuration(maxAudioSeconds, language) } } };
}

type ChoiceParts = { onRecording: (recording: Recording) => void; onFiles: (files: readonly File[]) => void };

/** Examines a chosen, dropped or pasted file, and makes a recording of it; several are handed on as they are. */
export function useFileChoice(limits: UploadLimits, { onRecording, onFiles }: ChoiceParts) {
  const { language } = useLanguage();
  const [isChecking, setChecking] = useState(false);
  const [refusal, setRefusal] = useState<Problem>();
  const round = useRef(0);

  return {
    isChecking,
    refusal,
    async choose(files: readonly File[]): Promise<void> {
      const [file] = files;
      if (file === undefined) return;
      round.current += 1;
      const current = round.current;
      setRefusal(undefined);
      if (files.length > 1) return onFiles(files);
      setChecking(true);
      const { problem, durationSeconds } = await examineFile(file, limits, language);
      const recording = problem ? undefined : await readRecording(file, durationSeconds);
      // Another file was chosen meanwhile.
      if (current !== round.current) return;
      setChecking(false);
      if (recording) onRecording(recording);
      else setRefusal(problem ?? unreadable);
    },
    /** Something else was begun since: the file does not take its place, however late it has been read. */
    withdraw(): void {
      round.current += 1;
      setRefusal(undefined);
      setChecking(false);
    },
  };
}

/** Fetched beside the page, not with it: it is there before a file is chosen, also where the line goes meanwhile. */
const loadSniffer = () => import('#shared/audio/sniff-container.ts');
void loadSniffer().catch(() => undefined);

type CheckedFile = Pick<File, 'type' | 'size' | 'slice'>;

/**
 * Spec §5, in its order: an audio type, at most 50 MB, not empty, a supported format. Types are judged by the first
 * bytes (design.md §5.16); `{type}` in the refusal is the type as declared.
 */
export async function checkAudioFile(file: CheckedFile, maxUploadBytes: number): Promise<Problem | undefined> {
  const read = async (position: number, length: number) =>
    new Uint8Array(await file.slice(position, position + length).arrayBuffer());
  const { findAudioIn } = await loadSniffer();
  const found = await findAudioIn(read);
  const mime = effectiveMime(file.type, found?.container);
  // An empty file has no type to be found in its bytes, so that its emptiness is what has to be said.
  if (file.size === 0 && (file.type === '' || isAudioMime(mime))) return { key: 'FILE_EMPTY' };
  if (!isAudioMime(mime)) return { key: 'FILE_NOT_AUDIO' };
  if (file.size > maxUploadBytes) return { key: 'FILE_TOO_LARGE' };
  if (!isAcceptedMime(mime)) return { key: 'FILE_TYPE_UNSUPPORTED', values: { type: file.type || mime } };
  // Audio by its name alone, e.g. a text called .mp3: the server, which asks the same, would refuse it after the way there.
  if (found === undefined) return { key: 'AUDIO_UNSUPPORTED' };
  return undefined;
}

/** A browser that cannot read the file says nothing at all on some phones. */
const timeoutMilliseconds = 4_000;

/** Length of a file in seconds as far as the browser can tell; `undefined` where it cannot. */
function readAudioLength(file: Blob): Promise<number | undefined> {
  return new Promise((resolve) => {
    const address = URL.createObjectURL(file);
    const element = document.createElement('audio');
    const finish = (seconds: number | undefined) => {
      clearTimeout(timer);
      element.removeAttribute('src');
      URL.revokeObjectURL(address);
      resolve(seconds);
    };
    const timer = setTimeout(() => finish(undefined), timeoutMilliseconds);
    element.preload = 'metadata';
    element.onloadedmetadata = () => finish(Number.isFinite(element.duration) ? element.duration : undefined);
    element.onerror = () => finish(undefined);
    element.src = address;
  });
}

export type FileChoice = ReturnType<typeof useFileChoice>;
