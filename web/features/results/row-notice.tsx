import { type ReactNode, useState } from 'react';
import type { EditedTexts } from '#shared/edited-texts.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { Button } from '../../components/ui/elements.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { formatClock } from '../../lib/format-clock.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import styles from './rows.module.css';
import { findOccurrences, type Occurrence, type Replacement, type Row, replaceWords } from './rows.ts';
import type { Desk, Done } from './use-desk.ts';

type Props = {
  rows: readonly Row[];
  done: Done;
  edited: EditedTexts;
  again: ReactNode;
  onEdit: (part: Partial<EditedTexts>) => void;
  dispatch: (change: Partial<Desk>) => void;
};

/** What was just corrected, below its row: undone with one press, or done wherever the word stands. */
export function RowNotice({ rows, done, edited, again, onEdit, dispatch }: Props) {
  const { rows: words } = useText('demo').results;
  const { language } = useLanguage();
  const { replacement, count, before } = done;
  const [isAsking, setAsking] = useState(false);
  const places = replacement === undefined ? [] : findOccurrences(rows, replacement.from);
  const { transcript, translation, translationOf, speakers } = before;
  const undo = () => {
    onEdit({ transcript, translation, translationOf, speakers });
    dispatch({ done: undefined });
  };
  const replace = (to: string, chosen: Occurrence[]) => {
    setAsking(false);
    if (chosen.length === 0) return;
    onEdit({ transcript: replaceWords(edited.transcript, to, chosen) });
    dispatch({ done: { row: done.row, before: edited, count: chosen.length } });
  };
  return (
    <div role="status" className={styles.notice}>
      <span>{count === undefined ? words.saved : formatCount(language, words.replaced, count)}</span>
      <Button variant="ghost" size="sm" onClick={undo}>
        {words.undo}
      </Button>
      {replacement !== undefined && places.length > 0 && (
        <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
          {fillPlaces(words.replaceAll, { n: places.length })}
        </Button>
      )}
      {again}
      {isAsking && replacement !== undefined && (
        <ReplaceDialog
          {...{ rows, places, replacement }}
          onReplace={(chosen) => replace(replacement.to, chosen)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

type DialogProps = {
  rows: readonly Row[];
  places: readonly Occurrence[];
  replacement: Replacement;
  onReplace: (chosen: Occurrence[]) => void;
  onClose: () => void;
};

/** All places where the word stands as it was heard; those that are right as they are can be left out. */
function ReplaceDialog({ rows, places, replacement, onReplace, onClose }: DialogProps) {
  const { rows: words } = useText('demo').results;
  const { language } = useLanguage();
  const [left, setLeft] = useState<readonly Occurrence[]>([]);
  const chosen = places.filter((place) => !left.includes(place));
  const toggle = (place: Occurrence) =>
    setLeft(left.includes(place) ? left.filter((each) => each !== place) : [...left, place]);
  return (
    <FormDialog
      title={fillPlaces(words.replaceTitle, replacement)}
      submit={formatCount(language, words.replace, chosen.length)}
      onSubmit={() => onReplace(chosen)}
      onClose={onClose}
    >
      <ul className={styles.places}>
        {places.map((place) => (
          <li key={place.at}>
            <label>
              <input type="checkbox" checked={!left.includes(place)} onChange={() => toggle(place)} />
              <span>
                {formatClock(rows[place.row]?.startSeconds ?? 0)} <span lang="so">{contextOf(rows, place)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

function contextOf(rows: readonly Row[], { row, word }: Occurrence): ReactNode {
  const texts = (rows[row]?.words ?? []).map(({ text }) => text);
  const around = texts.slice(Math.max(0, word - 3), word).join(' ');
  return (
    <>
      {around} <strong>{texts[word]}</strong> {texts.slice(word + 1, word + 4).join(' ')}
    </>
  );
}
