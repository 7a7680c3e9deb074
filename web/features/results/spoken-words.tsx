import { Fragment, type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import type { TranscribedWord } from '#shared/transcript.ts';
import { classNames, VisuallyHidden } from '../../components/ui/elements.tsx';
import { useText } from '../../lib/language-context.ts';
import { chunk, listenToParts, TextPart } from './paired-text.tsx';
import styles from './results.module.css';
import { findSaid } from './use-reading.ts';

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

/** Drawn anew together, when the word being said is among them. */
const wordsInGroup = 40;

/** The words as heard; each can be tapped, and all together are one stop of the Tab key (arrows move inside). */
export function SpokenWords({ words, marked, playingAtSeconds, onPlayFrom }: Props) {
  const text = useText('demo').results;
  const [current, setCurrent] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => chunk(words, wordsInGroup), [words]);

  const presses = listenToParts((at) => {
    setCurrent(at);
    onPlayFrom(words[at]?.startSeconds ?? 0);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const parts = box.current?.querySelectorAll<HTMLElement>('[data-part]');
    const move = moves[event.key];
    if (move === undefined || parts === undefined) return presses.onKeyDown(event);
    event.preventDefault();
    const next = move(current, parts.length - 1);
    setCurrent(next);
    parts[next]?.focus();
  };
  const said = findSaid(words, playingAtSeconds);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      ref={box}
      role="group"
      lang="so"
      aria-label={text.listen.words}
      className={styles.words}
      onClick={presses.onClick}
      onKeyDown={onKeyDown}
    >
      {groups.map((group, at) => {
        const first = at * wordsInGroup;
        const within = (word = -1) => (word >= first && word < first + group.length ? word : undefined);
        return (
          <WordGroup
            // biome-ignore lint/suspicious/noArrayIndexKey: the words never change places
            key={at}
            {...{ group, first, marked }}
            current={within(current)}
            said={within(said)}
          />
        );
      })}
    </div>
  );
}

type GroupProps = {
  group: readonly TranscribedWord[];
  first: number;
  marked: ReadonlySet<number>;
  current: number | undefined;
  said: number | undefined;
};

const WordGroup = memo(function WordGroup({ group, first, marked, current, said }: GroupProps) {
  const { unsure } = useText('demo').results.original;
  return group.map((word, within) => {
    const at = first + within;
    return (
      <Fragment key={at}>
        <TextPart
          at={at}
          isTabStop={at === current}
          className={classNames(styles.word, marked.has(at) && styles.doubtful, at === said && styles.said)}
        >
          {word.raw}
          {marked.has(at) && <VisuallyHidden> ({unsure})</VisuallyHidden>}
        </TextPart>
        {/* A real space: who selects the words by hand copies words, not one long word. */}{' '}
      </Fragment>
    );
  });
});
