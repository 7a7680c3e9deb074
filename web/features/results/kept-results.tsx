import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { formatDuration } from '#shared/format-duration.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { DeleteButton } from './delete-button.tsx';
import styles from './kept-results.module.css';
import { createResultStore, daysLeft, type KeptResult } from './result-store.ts';

type Props = {
  owner: string;
  retentionDays: number;
  /** What a page that has a heading of its own for them says when there are none. */
  ifNone?: ReactNode;
};

/** The results kept on this device: the server lists none (design.md §5.11). */
export function KeptResults({ owner, retentionDays, ifNone }: Props) {
  const text = useText('demo').results.keptList;
  const store = useMemo(() => createResultStore(), []);
  const [list, setList] = useState<KeptResult[]>([]);
  useEffect(() => {
    let isGone = false;
    void store.list(owner).then((kept) => {
      if (!isGone) setList(kept);
    });
    return () => {
      isGone = true;
    };
  }, [store, owner]);
  if (list.length === 0) return ifNone ?? null;
  const forget = (id: string) => {
    void store.remove(id);
    setList((kept) => kept.filter(({ result }) => result.apiId !== id));
  };
  return (
    <section className={styles.section} aria-label={text.title}>
      {ifNone === undefined && <h2 className={styles.heading}>{text.title}</h2>}
      <p className={styles.facts}>{text.hint}</p>
      <ul className={styles.list}>
        {list.map((kept) => (
          <KeptRow key={kept.result.apiId} kept={kept} retentionDays={retentionDays} onDeleted={forget} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = { kept: KeptResult; retentionDays: number; onDeleted: (id: string) => void };

function KeptRow({ kept, retentionDays, onDeleted }: RowProps) {
  const text = useText('demo').results.keptList;
  const { language } = useLanguage();
  const { clock } = useServices();
  const { result, edited, madeAt } = kept;
  // Day, month, year: browsers have no Somali of their own to write a date in.
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short' }).format(madeAt);
  const left = daysLeft(madeAt, clock.now(), retentionDays);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Link href={`/demo/r/${result.apiId}`} lang="so" className={styles.line}>
          {edited.cleanedText || edited.translation}
        </Link>
        <p className={styles.facts}>
          {date} · {formatDuration(result.durationSeconds, language)} · {formatCount(language, text.daysLeft, left)}
        </p>
      </div>
      <DeleteButton id={result.apiId} onDeleted={() => onDeleted(result.apiId)} />
    </li>
  );
}
