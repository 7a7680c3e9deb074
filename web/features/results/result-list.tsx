import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { listTranscriptions, type ResultSummary } from '#shared/contract/results.ts';
import type { WorkState } from '#shared/contract/transcription.ts';
import { formatDuration } from '#shared/format-duration.ts';
import { Button, ButtonLink } from '../../components/ui/elements.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { useAction } from '../../components/ui/use-action.ts';
import { formatDay } from '../../lib/format-clock.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { saySound } from '../../lib/say-sound.ts';
import { useServices } from '../../lib/services.ts';
import { ChosenResults, FindResults, RowTools, type Wanted } from './list-tools.tsx';
import { DeleteButton } from './result-edits.tsx';
import styles from './result-list.module.css';
import { BandWords } from './result-quality.tsx';
import { type KeptResult, resultStore } from './result-store.ts';
import { createResultSync } from './result-sync.ts';

const summaryOf = ({ result, edited, madeAt }: KeptResult): ResultSummary => ({
  id: result.id,
  title: edited.title,
  opening: edited.transcript.slice(0, 160),
  english: edited.translation.slice(0, 160),
  createdAt: new Date(madeAt).toISOString(),
  durationSeconds: result.durationSeconds,
  transcriptConfidence: result.transcriptConfidence,
  isCalibrated: result.engine.isCalibrated,
});

const askAgainMilliseconds = 5_000;

/** A person's results, of the account; of this device while the account is out of reach. */
function useResultList(owner: string, wanted: Wanted) {
  const { api, clock } = useServices();
  const paging = useAction('general');
  const [rows, setRows] = useState<readonly ResultSummary[]>();
  const [next, setNext] = useState<string | null>(null);
  const [underWay, setUnderWay] = useState<readonly WorkState[]>([]);
  const [hasFailed, setHasFailed] = useState(false);
  const deleted = useRef(new Set<string>());
  const latestAsked = useRef(0);
  const isPlain = !wanted.search && !wanted.isByName;
  const isWorking = underWay.length > 0;

  const fetchPage = useCallback(
    async (after: string | null) => {
      latestAsked.current += 1;
      const asked = latestAsked.current;
      const query = { ...(wanted.search && { search: wanted.search }), ...(wanted.isByName && { sort: 'name' }) };
      const { data } = await api.call(listTranscriptions, { query: after === null ? query : { ...query, after } });
      if (asked !== latestAsked.current) return;
      setRows((before = []) => (after === null ? data.results : [...before, ...data.results]));
      setNext(data.next);
      setUnderWay(data.underWay ?? []);
      setHasFailed(false);
    },
    [api, wanted],
  );

  const begin = useCallback(async () => {
    const kept = await resultStore.list(owner);
    if (kept.length > 0) setRows((before) => before ?? kept.map(summaryOf));
    // What was corrected without a line goes to the account before the account is asked.
    for (const each of kept.filter(({ isSaved }) => !isSaved))
      await createResultSync(each, { api, clock, keep: (now) => void resultStore.save(now, owner) }).save();
    await fetchPage(null).catch(() => {
      setRows((before) => before ?? []);
      setHasFailed(true);
    });
  }, [api, clock, owner, fetchPage]);
  useEffect(() => void begin(), [begin]);

  useEffect(() => {
    if (!isWorking) return undefined;
    const ask = async () => {
      if (document.hidden) return;
      const { data } = await api.call(listTranscriptions, {});
      // On top of what is there: further pages stay, and an answer from before a deletion brings nothing back.
      setRows((before = []) => {
        if (!isPlain) return before;
        const known = new Set([...deleted.current, ...before.map(({ id }) => id)]);
        return [...data.results.filter(({ id }) => !known.has(id)), ...before];
      });
      setUnderWay(data.underWay ?? []);
    };
    // Without a line the next round asks again.
    return clock.every(askAgainMilliseconds, () => void ask().catch(() => undefined));
  }, [api, clock, isWorking, isPlain]);

  function forget(id: string): void {
    deleted.current.add(id);
    void resultStore.remove(id);
    setRows((all) => all?.filter((row) => row.id !== id));
  }

  return {
    rows,
    next,
    underWay,
    hasFailed,
    begin,
    /** Not while a page is on its way: it would be listed twice. */
    more: paging.isRunning ? undefined : () => void paging.run(() => fetchPage(next)),
    forget,
  };
}

type Props = {
  owner: string;
  /** So many on another page, and the way to all of them; without it all, and what can be done with them. */
  most?: number;
};

export function ResultList({ owner, most }: Props) {
  const text = useText('results');
  const { language } = useLanguage();
  const [wanted, setWanted] = useState<Wanted>({ search: '', isByName: false });
  const { rows, next, underWay, hasFailed, begin, more, forget } = useResultList(owner, wanted);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [sounding, setSounding] = useState<string>();
  const isWhole = most === undefined;
  if (rows === undefined || (rows.length === 0 && !isWhole)) return null;
  // Without the account there is no other page to go to.
  const shown = hasFailed ? rows : rows.slice(0, most);
  const isEmpty = rows.length === 0 && !hasFailed;
  const choose = (id: string) =>
    setChosen((all) => (all.includes(id) ? all.filter((other) => other !== id) : [...all, id]));
  const listed = chosen.filter((id) => rows.some((row) => row.id === id));
  return (
    <section className={styles.section} aria-label={text.heading}>
      {!isWhole && <h2 className={styles.heading}>{text.heading}</h2>}
      {isWhole && <FindResults wanted={wanted} onWant={setWanted} />}
      <p role="status" className={styles.facts}>
        {underWay.length > 0 && formatCount(language, text.inFlight, underWay.length)}
        {isEmpty && wanted.search && text.nothingFound}
      </p>
      {underWay.map((work) => (
        <WorkProgress key={work.id} work={work} />
      ))}
      {isEmpty && underWay.length === 0 && !wanted.search && (
        <>
          <p className={styles.facts}>{text.nothing}</p>
          <ButtonLink href="/demo">{text.start}</ButtonLink>
        </>
      )}
      {hasFailed && (
        <p className={styles.facts}>
          {text.failed} {rows.length > 0 ? text.onDevice : text.noneHere}{' '}
          <Button variant="outline" size="sm" onClick={() => void begin()}>
            {text.tryAgain}
          </Button>
        </p>
      )}
      {isWhole && listed.length > 0 && <ChosenResults ids={listed} owner={owner} onDeleted={forget} />}
      <ul className={styles.list}>
        {shown.map((row) => (
          <ResultRow key={row.id} row={row} onDeleted={forget}>
            {isWhole && (
              <RowTools
                row={row}
                name={row.title ?? (row.opening || text.unread)}
                isChosen={chosen.includes(row.id)}
                onChoose={() => choose(row.id)}
                isSounding={sounding === row.id}
                onSound={(isSounding) => setSounding(isSounding ? row.id : undefined)}
              />
            )}
          </ResultRow>
        ))}
      </ul>
      {!isWhole && !hasFailed && <Link href="/results">{text.all}</Link>}
      {isWhole && next !== null && (
        <Button variant="outline" aria-disabled={more === undefined || undefined} onClick={more}>
          {text.more}
        </Button>
      )}
    </section>
  );
}

function WorkProgress({ work }: { work: WorkState }) {
  const text = useText('results');
  const { language } = useLanguage();
  const { createdAt, secondsDone: doneSeconds, durationSeconds, secondsLeft } = work;
  const isKnown = durationSeconds !== null && durationSeconds > 0;
  const sound = isKnown && { doneSeconds, durationSeconds, leftSeconds: secondsLeft ?? undefined };
  return (
    <div className={styles.words}>
      <ProgressBar percent={isKnown ? (100 * doneSeconds) / durationSeconds : 0} label={text.progress} />
      <p className={styles.facts}>
        {formatDay(createdAt)} · {sound ? saySound(sound, text, language) : text.waiting}
      </p>
    </div>
  );
}

type RowProps = {
  row: ResultSummary;
  onDeleted: (id: string) => void;
  children: ReactNode;
};

function ResultRow({ row, onDeleted, children }: RowProps) {
  const text = useText('results');
  const { language } = useLanguage();
  const { id, title, opening, english, createdAt, durationSeconds, transcriptConfidence, isCalibrated } = row;
  return (
    <li className={styles.row}>
      {children}
      <div className={styles.words}>
        <Link href={`/demo/r/${id}`} lang={title === null && opening !== '' ? 'so' : undefined} className={styles.line}>
          {title ?? (opening || text.unread)}
        </Link>
        {english && (
          <p lang="en" className={styles.english}>
            {english}
          </p>
        )}
        <p className={styles.facts}>
          {formatDay(createdAt)} · {formatDuration(durationSeconds, language)} ·{' '}
          <BandWords score={transcriptConfidence} isCalibrated={isCalibrated} />
        </p>
      </div>
      <DeleteButton id={id} onDeleted={() => onDeleted(id)} />
    </li>
  );
}
