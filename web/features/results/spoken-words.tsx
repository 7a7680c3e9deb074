import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import type { TranscribedWord } from '#shared/transcript.ts';
import { classNames } from '../../components/ui/class-names.ts';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './results.module.css';

type Props = {
  words: readonly TranscribedWord[];
  marked: ReadonlySet<number>;
  /** Where the recording is being played, to show the word being said. */
  playingAtSeconds: number | undefined;
  onPlayFrom: (seconds: number) => void;
};

const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** The words as heard; each can be tapped, and all together are one stop of the Tab key (arrows move inside). */
export function SpokenWords({ words, marked, playingAtSeconds, onPlayFrom }: Props) {
  const text = useText('demo').results;
  const [current, setCurrent] = useState(0);
  const group = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const next = move(current, words.length - 1);
    setCurrent(next);
    group.current?.querySelectorAll('button')[next]?.focus();
  };
  const isSaid = (word: TranscribedWord) =>
    playingAtSeconds !== undefined && playingAtSeconds >= word.startSeconds && playingAtSeconds < word.endSeconds;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      ref={group}
      role="group"
      lang="so"
      aria-label={text.listen.words}
      className={styles.words}
      onKeyDown={onKeyDown}
    >
      {words.map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words never change places
        <Fragment key={at}>
          <button
            type="button"
            tabIndex={at === current ? 0 : -1}
            className={classNames(styles.word, marked.has(at) && styles.doubtful, isSaid(word) && styles.said)}
            onClick={() => {
              setCurrent(at);
              onPlayFrom(word.startSeconds);
            }}
          >
            {word.raw}
            {marked.has(at) && <VisuallyHidden> ({text.original.unsure})</VisuallyHidden>}
          </button>
          {/* A real space: who selects the words by hand copies words, not one long word. */}{' '}
        </Fragment>
      ))}
    </div>
  );
}
