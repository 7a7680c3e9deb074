import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import type { NameSpeaker } from '#shared/speakers.ts';
import { classNames, Icon } from '../../components/ui/elements.tsx';
import { formatClock } from '../../lib/format-clock.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { ChangedText, findChanges } from './changed-text.tsx';
import results from './results.module.css';
import { EnglishSentence, isUnsure, MarkedWords, readPress, UnsureNote } from './row-text.tsx';
import styles from './rows.module.css';
import type { Row } from './rows.ts';
import type { Desk } from './use-desk.ts';
import type { View } from './use-reading.ts';

type InRow = { at: number; content: ReactNode } | undefined;

type Props = {
  rows: readonly Row[];
  view: View;
  lit: number | undefined;
  current: number;
  nameOf: NameSpeaker;
  /** What stands in place of a row's texts, and below them. */
  inRow: InRow;
  below: InRow;
  onPlay: (row: number) => void;
  dispatch: (change: Partial<Desk>) => void;
};

/** So many rows are drawn at once; a frame later as many more. */
const rowsAtOnce = 60;
/** So many are laid out at once, when they come near the screen. */
const rowsInBlock = 12;

/** A result as rows of a sentence in both languages. All buttons together are two stops of the Tab key: arrows move. */
export const RowList = memo(function RowList({ rows, view, lit, current, inRow, below, dispatch, ...on }: Props) {
  const { label } = useText('demo').results.rows;
  const list = useRef<HTMLDivElement>(null);
  const drawn = useGrowing(rows.length);
  const blocks = Array.from({ length: Math.ceil(drawn / rowsInBlock) }, (_, at) => at * rowsInBlock);
  useFollow(list, lit);
  const onClick = (event: MouseEvent) => {
    const pressed = readPress(event);
    if (pressed === undefined) return;
    const { row, act } = pressed;
    const word = view === 'original' ? undefined : rows[row]?.words[pressed.word ?? -1];
    if (act === 'speaker') return dispatch({ current: row, naming: row });
    if (act === 'edit' || word !== undefined) return dispatch({ current: row, editing: { row, word } });
    dispatch({ current: row });
    on.onPlay(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-act]') : null;
    const move = moves[event.key];
    if (move === undefined || from === null) return;
    event.preventDefault();
    const row = move(current, drawn - 1);
    dispatch({ current: row });
    list.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-act=${from.dataset.act}]`)?.focus();
  };
  const isNamed = (at: number) => at === inRow?.at || rows[at]?.speaker !== rows[at - 1]?.speaker;
  return (
    <section aria-label={label}>
      {/* biome-ignore lint/a11y/useSemanticElements: no element for lists may hold blocks */}
      <div role="list" ref={list} className={styles.rows} onClick={onClick} onKeyDown={onKeyDown}>
        {blocks.map((from) => (
          <div key={from} className={styles.block}>
            {rows.slice(from, from + rowsInBlock).map((row, place) => {
              const at = from + place;
              return (
                <RowItem
                  key={at}
                  at={at}
                  row={row}
                  view={view}
                  speaker={row.speaker && isNamed(at) ? on.nameOf(row.speaker) : undefined}
                  isLit={at === lit}
                  isCurrent={at === current}
                  editor={at === inRow?.at ? inRow.content : undefined}
                  below={at === below?.at ? below.content : undefined}
                />
              );
            })}
          </div>
        ))}
      </div>
    </section>
  );
});

type Move = (at: number, last: number) => number;

const moves: Readonly<Record<string, Move | undefined>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** The first rows at once, the others when these have been drawn: two hours have thousands. */
function useGrowing(count: number): number {
  const { clock } = useServices();
  const [drawn, setDrawn] = useState(rowsAtOnce);
  useEffect(() => {
    if (drawn >= count) return undefined;
    return clock.afterPaint(() => setDrawn(drawn + rowsAtOnce));
  }, [clock, drawn, count]);
  return Math.min(drawn, count);
}

/** Keeps the row that sounds in view, for as long as the reader has not scrolled away from it. */
function useFollow(list: { current: HTMLElement | null }, lit: number | undefined): void {
  const before = useRef<number>(undefined);
  useEffect(() => {
    const rowAt = (at: number | undefined) => list.current?.querySelector(`[data-row="${at}"]`);
    const box = rowAt(before.current)?.getBoundingClientRect();
    before.current = lit ?? before.current;
    if (box === undefined || box.bottom < 0 || box.top > window.innerHeight) return;
    rowAt(lit)?.scrollIntoView({ block: 'nearest' });
  }, [list, lit]);
}

type RowProps = {
  at: number;
  row: Row;
  view: View;
  /** Named where another begins, and where it can be changed. */
  speaker: string | undefined;
  isLit: boolean;
  isCurrent: boolean;
  editor: ReactNode;
  below: ReactNode;
};

const isSameRow = (one: Row, other: Row) =>
  one.somali === other.somali &&
  one.english === other.english &&
  one.isOutdated === other.isOutdated &&
  one.speaker === other.speaker &&
  one.startSeconds === other.startSeconds;

const isSame = ({ row, ...one }: RowProps, { row: otherRow, ...other }: RowProps) =>
  isSameRow(row, otherRow) && (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name]);

/** Drawn anew when its texts change, or its light. */
const RowItem = memo(function RowItem({ at, row, view, speaker, isLit, isCurrent, editor, below }: RowProps) {
  const { rows: words } = useText('demo').results;
  const time = formatClock(row.startSeconds);
  const tabIndex = isCurrent ? 0 : -1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      role="listitem"
      data-row={at}
      className={classNames(styles.row, isLit && styles.lit)}
      aria-current={isLit || undefined}
    >
      <button
        type="button"
        data-act="play"
        tabIndex={tabIndex}
        className={styles.time}
        aria-label={fillPlaces(words.play, { time })}
      >
        {time}
      </button>
      {speaker !== undefined && (
        <button type="button" data-act="speaker" tabIndex={tabIndex} className={styles.speaker}>
          {speaker}
        </button>
      )}
      {editor ?? (
        <>
          <div lang="so" data-text="" className={styles.text}>
            <RowSomali row={row} view={view} />
          </div>
          <div className={styles.english}>
            <p lang="en" data-text="" className={styles.text}>
              <EnglishSentence english={row.english} />
            </p>
            {row.isOutdated && <p className={results.hint}>{words.outdated}</p>}
            {isUnsure(row.english) && !row.isOutdated && <UnsureNote isTabStop={isCurrent} />}
          </div>
          <button
            type="button"
            data-act="edit"
            tabIndex={tabIndex}
            className={styles.edit}
            aria-label={fillPlaces(words.edit, { time })}
          >
            <Icon className={results.icon} d="M5 19l1-4L16 5l3 3L9 18zM14 7l3 3" />
          </button>
        </>
      )}
      {below}
    </div>
  );
}, isSame);

/** As heard, as it is now, or with what was changed, which only an uncorrected row can show. */
function RowSomali({ row, view }: Pick<RowProps, 'row' | 'view'>) {
  if (view === 'original') return <MarkedWords words={row.heard} isHeard />;
  const isMachine =
    row.heard
      .map(({ text }) => text)
      .filter(Boolean)
      .join(' ') === row.somali;
  if (view === 'changes' && isMachine) return <ChangedText changes={findChanges(row.heard)} />;
  return <MarkedWords words={row.words} />;
}
