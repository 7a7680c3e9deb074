import { useEffect, useEffectEvent, useState } from 'react';
import type { User } from '#shared/contract/accounts.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { filesAtOnce } from '#shared/limits.ts';
import { Button, StepHeading } from '../../components/ui/elements.tsx';
import { AttemptsNotice } from '../../features/attempts/attempts.tsx';
import { forgetFile, keepFile, keepList, readKeptFile } from '../../features/recorder/kept-files.ts';
import type { WaitingFile } from '../../features/recorder/kept-recording.ts';
import { examineFile, type UploadLimits } from '../../features/recorder/upload-card.tsx';
import { formatCount, type Problem, useLanguage, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { type FileRow, GoingFile, RestingFile } from './file-rows.tsx';
import styles from './files-screen.module.css';

type Props = {
  user: User;
  limits: UploadLimits;
  /** Chosen just now. */
  files: readonly File[];
  /** Kept from an earlier visit: they go on by themselves. */
  waiting: readonly WaitingFile[];
  onLeave: () => void;
};

const isOpen = ({ problem, resultId, failure }: FileRow) => !(problem ?? resultId ?? failure);

/** Several files: what they cost, then one after the other on its way as a single recording goes. */
export function FilesScreen({ user, limits, files, waiting, onLeave }: Props) {
  const text = useText('files');
  const { attempts, recorder } = useText('demo');
  const { language } = useLanguage();
  const { clock } = useServices();
  const isChosen = files.length > 0;
  const [step, setStep] = useState<'examining' | 'asking' | 'sending'>(isChosen ? 'examining' : 'sending');
  const [rows, setRows] = useState<readonly FileRow[]>(() => [
    ...waiting,
    ...files.map((file, at) => ({ id: `${clock.now()}-${at}`, fileName: file.name, file })),
  ]);
  const { attemptsRemaining, unlimited: isUnlimited = false } = user;
  const open = rows.filter(isOpen);
  const isGoing = open.some(({ going }) => going);
  const next = step === 'sending' && !isGoing && attemptsRemaining > 0 ? open[0]?.id : undefined;

  const change = (id: string, part: Partial<FileRow>) =>
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const examine = useEffectEvent(async () => {
    // One after the other, as a phone can.
    for (const [at, { id, file }] of rows.entries()) {
      const tooMany: Problem = { key: 'FILES_TOO_MANY', values: { n: filesAtOnce } };
      if (file) change(id, at < filesAtOnce ? await examineFile(file, limits, language) : { problem: tooMany });
    }
    setStep('asking');
  });
  useEffect(() => {
    if (isChosen) void examine();
  }, [isChosen]);
  const begin = useEffectEvent(async () => {
    const [row] = open;
    if (row === undefined) return;
    const going = await readKeptFile(row, user.email);
    if (going === undefined) end(row);
    else change(row.id, { going });
  });
  useEffect(() => {
    if (next !== undefined) void begin();
  }, [next]);

  const send = async () => {
    for (const row of open) change(row.id, await keepFile(row, user.email));
    await keepList(open, user.email);
    setStep('sending');
  };
  const end = (over: FileRow, part?: Partial<FileRow>) => {
    if (part === undefined) setRows((before) => before.filter(({ id }) => id !== over.id));
    else change(over.id, { ...part, going: undefined });
    const rest = open.filter(({ id }) => id !== over.id);
    void keepList(rest, user.email).then(() => forgetFile(over));
  };
  const cost = isUnlimited
    ? attempts.unlimited
    : fillPlaces(formatCount(language, text.cost, open.length), { left: attemptsRemaining });
  const says = { examining: recorder.upload.checking, asking: cost, sending: isGoing ? text.goesOn : text.rests };
  const withoutAttempt = open.filter(({ going }) => !going).slice(Math.max(0, attemptsRemaining - Number(isGoing)));
  return (
    <div className={styles.screen}>
      <StepHeading takesFocus>{text.title}</StepHeading>
      <p role="status" className={styles.says}>
        {says[step]} {withoutAttempt.length > 0 && formatCount(language, text.wait, withoutAttempt.length)}
      </p>
      <div className={styles.actions}>
        <Button variant="outline" onClick={onLeave}>
          {text.chooseOthers}
        </Button>
        {step === 'asking' && open.length > 0 && (
          <Button onClick={() => void send()}>{formatCount(language, text.send, open.length)}</Button>
        )}
      </div>
      <ul className={styles.list}>
        {rows.map((row) =>
          row.going ? (
            <GoingFile key={row.id} row={row} recording={row.going} owner={user.email} onEnd={end} />
          ) : (
            <RestingFile key={row.id} row={row} lacksAttempt={withoutAttempt.includes(row)} onEnd={end} />
          ),
        )}
      </ul>
      {step === 'sending' && <AttemptsNotice {...{ attemptsRemaining, isUnlimited }} />}
    </div>
  );
}
