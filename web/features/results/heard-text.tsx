import { type KeyboardEvent, type MouseEvent, memo, useMemo, useRef, useState } from 'react';
import { classNames, VisuallyHidden } from '../../components/ui/elements.tsx';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import reading from './reading.module.css';
import styles from './results.module.css';
import { findLeastCertain } from './rows.ts';
import { findSaid, type ReadingProps } from './use-reading.ts';

type Move = (at: number, last: number) => number;

const next: Move = (at, last) => Math.min(last, at + 1);
const previous: Move = (at) => Math.max(0, at - 1);

/** Where a key leads among things of which one is in reach of Tab. */
export const moves: Readonly<Record<string, Move | undefined>> = {
  ArrowRight: next,
  ArrowDown: next,
  ArrowLeft: previous,
  ArrowUp: previous,
  Home: () => 0,
  End: (_, last) => last,
};

/** Who drags over the text selects it, and does not press. */
export const isSelecting = () => (window.getSelection()?.toString() ?? '') !== '';

const placeOf = ({ target }: { target: EventTarget }): number | undefined => {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-part]')?.dataset.part : undefined;
  return place === undefined ? undefined : Number(place);
};

/**
 * The words as heard, the least certain ones marked; each can be tapped to hear it, and all together are one stop of
 * the Tab key (arrows move inside).
 */
export function HeardText({ result, playingAtSeconds, onPlay }: ReadingProps) {
  const { words } = result;
  const text = useText('demo').results;
  const { language } = useLanguage();
  const marked = useMemo(() => findLeastCertain(words), [words]);
  const [current, setCurrent] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const press = (at: number) => {
    setCurrent(at);
    onPlay(words[at]);
  };
  const onClick = (event: MouseEvent) => {
    const at = placeOf(event);
    if (at !== undefined && !isSelecting()) press(at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const parts = box.current?.querySelectorAll<HTMLElement>('[data-part]');
    const moved = moves[event.key]?.(current, words.length - 1);
    const at = event.key === 'Enter' || event.key === ' ' ? placeOf(event) : undefined;
    if (moved === undefined && at === undefined) return;
    event.preventDefault();
    if (at !== undefined) press(at);
    if (moved !== undefined) {
      setCurrent(moved);
      parts?.[moved]?.focus();
    }
  };
  const said = findSaid(words, playingAtSeconds);

  if (words.length === 0)
    return (
      <p lang="so" className={reading.text}>
        {result.rawTranscript}
      </p>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div
        ref={box}
        role="group"
        lang="so"
        aria-label={text.listen.words}
        className={styles.words}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {words.map(({ raw }, at) => (
          <SpokenWord
            // biome-ignore lint/suspicious/noArrayIndexKey: the words never change places
            key={at}
            at={at}
            text={raw}
            unsure={marked.has(at) ? text.original.unsure : undefined}
            isSaid={at === said}
            isTabStop={at === current}
          />
        ))}
      </div>
      <p className={reading.hint}>
        {text.listen.wordHint}
        {marked.size > 0 && ` ${formatCount(language, text.original.doubtful, marked.size)}`}
      </p>
    </>
  );
}

type WordProps = { at: number; text: string; unsure: string | undefined; isSaid: boolean; isTabStop: boolean };

/** It flows with the text and can be selected like it, which a `<button>`, a box of its own to every browser, cannot. */
const SpokenWord = memo(function SpokenWord({ at, text, unsure, isSaid, isTabStop }: WordProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a button does not flow with the text around it */}
      <span
        role="button"
        data-part={at}
        tabIndex={isTabStop ? 0 : -1}
        className={classNames(styles.word, isSaid && styles.said, unsure !== undefined && styles.doubtful)}
      >
        {text}
        {unsure !== undefined && <VisuallyHidden> ({unsure})</VisuallyHidden>}
      </span>
      {/* A real space: who selects the words by hand copies words, not one long word. */}{' '}
    </>
  );
});
