import { type Dispatch, type ReactNode, useMemo, useState } from 'react';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { applySpeakers, nameSpeakers } from '#shared/speakers.ts';
import { formatClock } from '../../lib/format-clock.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import results from './results.module.css';
import { RowList } from './row-list.tsx';
import { RowNotice } from './row-notice.tsx';
import { isUnsure, withoutMark } from './row-text.tsx';
import styles from './rows.module.css';
import { correctRow, findReplacement, type Row } from './rows.ts';
import { SpeakerDialog, SpeakerFold } from './speakers.tsx';
import { type EditorProps, TextEditor } from './text-editor.tsx';
import type { Desk } from './use-desk.ts';
import type { Reading, ReadingProps, View } from './use-reading.ts';

type Props = ReadingProps & {
  rows: Reading['rows'];
  view: View;
  desk: { desk: Desk; dispatch: Dispatch<Partial<Desk>> };
  again: ReactNode;
};

/** A result longer than a paragraph: the legend of its marks, and its rows, each corrected where it stands. */
export function ResultRows({ rows: { rows, lit, choose }, view, desk: { desk, dispatch }, again, ...reading }: Props) {
  const { result, edited, onEdit, onEditing, onPlay } = reading;
  const { editing, done, naming = -1 } = desk;
  const { speakers } = edited;
  const { language } = useLanguage();
  const nameOf = useMemo(() => nameSpeakers(language, speakers?.names), [language, speakers]);
  const told = useMemo(() => ({ ...result, ...applySpeakers(result, speakers) }), [result, speakers]);
  const fold = <SpeakerFold result={told} edited={edited} onChange={onEdit} />;
  const named = rows[naming];
  // It does not move while its reader turns voices off and on.
  const [isDialogue] = useState(() => rows.some(({ speaker }) => speaker !== undefined));
  const row = editing && rows[editing.row];
  const leave = (change: Partial<Desk>) => {
    dispatch({ ...change, editing: undefined });
    // The button that opened the editor is back after the next paint.
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>(`[data-row="${editing?.row}"] [data-act=edit]`)
        ?.focus({ preventScroll: true }),
    );
  };
  const editor = row && {
    at: editing.row,
    content: (
      <RowEditor
        key={editing.row}
        row={row}
        word={editing.word}
        draft={desk.draft?.row === editing.row ? desk.draft.texts : undefined}
        onHear={onPlay}
        onEditing={onEditing}
        onClose={(draft) => leave({ draft: draft && { row: editing.row, texts: draft } })}
        onSave={({ somali, english }) => {
          const texts = correctRow(row, edited, { somali, english });
          const isChanged = somali !== row.somali || english !== row.english;
          if (isChanged && texts.transcript !== '') onEdit(texts);
          const replacement = findReplacement(row.somali, somali);
          const made = isChanged ? { row: editing.row, before: edited, replacement } : undefined;
          leave({ draft: undefined, done: made });
        }}
      />
    ),
  };
  const notice = done && {
    at: done.row,
    content: <RowNotice {...{ rows, done, edited, onEdit, dispatch, again: rows[done.row]?.isOutdated && again }} />,
  };
  return (
    <div className={styles.desk}>
      <Legend rows={rows} />
      {isDialogue && fold}
      <RowList
        {...{ rows, view, lit, nameOf, dispatch }}
        current={desk.current}
        inRow={editor}
        below={notice}
        onPlay={choose}
      />
      {!isDialogue && fold}
      {named?.speaker !== undefined && (
        <SpeakerDialog
          {...{ edited, row: named, speaker: named.speaker, result: told }}
          onClose={() => dispatch({ naming: undefined })}
          onChange={(part) => {
            onEdit(part);
            dispatch({ editing: undefined, draft: undefined, done: { row: naming, before: edited } });
          }}
        />
      )}
    </div>
  );
}

type RowEditorProps = Omit<EditorProps, 'texts' | 'labels' | 'words' | 'onSave'> & {
  row: Row;
  onSave: (texts: Pick<Row, 'somali' | 'english'>) => void;
};

/** A sentence in both languages; English that its reader leaves alone keeps its mark. */
function RowEditor({ row, onSave, ...rest }: RowEditorProps) {
  const { rows: words } = useText('demo').results;
  const time = formatClock(row.startSeconds);
  const shown = withoutMark(row.english);
  return (
    <TextEditor
      {...rest}
      texts={{ so: row.somali, en: shown }}
      labels={{ so: fillPlaces(words.somali, { time }), en: fillPlaces(words.english, { time }) }}
      words={row.words}
      onSave={({ so = '', en = '' }) => onSave({ somali: so.trim(), english: en === shown ? row.english : en.trim() })}
    />
  );
}

function Legend({ rows }: { rows: readonly Row[] }) {
  const { rows: words, original } = useText('demo').results;
  const { language } = useLanguage();
  const doubtful = rows.flatMap((row) => row.words).filter(({ isDoubtful }) => isDoubtful).length;
  const unsure = rows.filter(({ english }) => isUnsure(english)).length;
  return (
    <p className={results.hint}>
      <span className={styles.tip}>{words.hint}</span>{' '}
      {doubtful > 0 && <span className={results.doubtful}>{formatCount(language, original.doubtful, doubtful)}</span>}{' '}
      {unsure > 0 && <span className={styles.unsure}>{formatCount(language, words.unsureCount, unsure)}</span>}
    </p>
  );
}
