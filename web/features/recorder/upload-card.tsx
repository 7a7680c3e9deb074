import { useRef, useState } from 'react';
import { effectiveMime, isAcceptedMime, isAudioMime, pickedTypes } from '#shared/audio/mime.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { formatDuration } from '#shared/format-duration.ts';
import { buttonClass, Card, classNames, Icon, ProblemAlert, Spinner } from '../../components/ui/elements.tsx';
import { useWindowEvent } from '../../lib/browser-state.ts';
import { type Problem, useLanguage, useText } from '../../lib/language-context.ts';
import type { Recording } from './kept-recording.ts';
import styles from './recorder.module.css';

/** What file pickers should offer; browsers call WebM and MP4 recordings videos, and voice notes all sorts of things. */
const bytesPerMegabyte = 1024 * 1024;

type Props = { choice: Omit<FileChoice, 'withdraw'>; limits: UploadLimits };

/** The file's half of the welcome step: button, drop anywhere, paste. */
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
            accept={pickedTypes.join(',')}
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
      <ProblemAlert problem={refusal} className={styles.problem} />
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

/** From `/api/ready`; the length is not known until the server has said it. */
export type UploadLimits = { maxUploadBytes: number; maxAudioSeconds: number | undefined };

/** Checks a chosen, dropped or pasted file, type and size first, then its length, and makes a recording of it. */
export function useFileChoice(limits: UploadLimits, onRecording: (recording: Recording) => void) {
  const { language } = useLanguage();
  const [isChecking, setChecking] = useState(false);
  const [refusal, setRefusal] = useState<Problem>();
  const round = useRef(0);

  const check = async (file: File): Promise<{ refused: Problem } | { recording: Recording }> => {
    const refused = await checkAudioFile(file, limits.maxUploadBytes);
    if (refused !== undefined) return { refused };
    const durationSeconds = await readAudioLength(file);
    const { maxAudioSeconds } = limits;
    if (maxAudioSeconds !== undefined && durationSeconds !== undefined && durationSeconds > maxAudioSeconds)
      return { refused: { key: 'AUDIO_TOO_LONG', values: { limit: formatDuration(maxAudioSeconds, language) } } };
    const bytes = await file.arrayBuffer();
    return { recording: { bytes, mimeType: file.type, fileName: file.name, source: 'file', durationSeconds } };
  };

  return {
    isChecking,
    refusal,
    async choose(file: File): Promise<void> {
      round.current += 1;
      const current = round.current;
      setRefusal(undefined);
      setChecking(true);
      // Reading fails when the file has vanished meanwhile, e.g. a cloud file without a network.
      const checked = await check(file).catch(() => ({ refused: { key: 'FILE_NOT_AUDIO' } as const }));
      // Another file was chosen meanwhile.
      if (current !== round.current) return;
      setChecking(false);
      if ('recording' in checked) onRecording(checked.recording);
      else setRefusal(checked.refused);
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
