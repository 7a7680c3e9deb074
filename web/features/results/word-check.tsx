import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { Button } from '../../components/ui/button.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './result-edits.module.css';

type Props = {
  word: string;
  /** What else the recogniser may have heard. */
  alternatives: readonly string[];
  onHear: () => void;
  onSave: (word: string) => void;
  onClose: () => void;
};

/** One doubtful word: hear it, choose another, or type it. */
export function WordCheck({ word, alternatives, onHear, onSave, onClose }: Props) {
  const text = useText('demo').results;
  const { wordCheck } = text;
  const [draft, setDraft] = useState(word);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(draft);
  };
  const label = fillPlaces(wordCheck.label, { word });
  return (
    <form className={styles.wordCheck} aria-label={label} onSubmit={submit}>
      {alternatives.map((other) => (
        <Button key={other} lang="so" variant="outline" size="sm" onClick={() => onSave(other)}>
          {other}
        </Button>
      ))}
      <input
        ref={field}
        lang="so"
        className={styles.wordField}
        aria-label={label}
        value={draft}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
      />
      <Button variant="outline" size="sm" onClick={onHear}>
        {wordCheck.hear}
      </Button>
      <Button type="submit" size="sm">
        {text.save}
      </Button>
      <Button variant="ghost" size="sm" onClick={onClose}>
        {text.cancel}
      </Button>
    </form>
  );
}

/** Another word in the dress of the one that stood there: its capital and its marks. */
export function dressWord(word: string, like: string): string {
  const [, before = '', letters = '', after = ''] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}']*)$/u.exec(like) ?? [];
  const isCapital =
    letters !== '' && letters[0] === letters[0]?.toUpperCase() && letters[0] !== letters[0]?.toLowerCase();
  return `${before}${isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word}${after}`;
}
