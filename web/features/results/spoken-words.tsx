import { Fragment, type KeyboardEvent, memo, useCallback, useMemo, useRef, useState } from 'react';
import type { TranscribedWord } from '#shared/transcript.ts';
import { classNames } from '../../components/ui/class-names.ts';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { chunk } from '../../lib/chunk.ts';
import { useText } from '../../lib/language-context.ts';
import { useGradualCount } from '../../lib/use-gradual-count.ts';
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

/** As many as can be laid out at once without being felt. */
const wordsInGroup = 40;

/** The words as heard; each can be tapped, and all together are one stop of the Tab key (arrows move inside). */
export function SpokenWords({ words, marked, playingAtSeconds, onPlayFrom }: Props) {
  const text = useText('demo').results;
  const [current, setCurrent] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => chunk(words, wordsInGroup), [words]);
  const count = useGradualCount(groups.length);

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = box.current?.querySelectorAll('button');
    const move = moves[event.key];
    if (move === undefined || buttons === undefined) return;
    event.preventDefault();
    const next = move(current, buttons.length - 1);
    setCurrent(next);
    buttons[next]?.focus();
  };
  const choose = useCallback(
    (at: number) => {
      setCurrent(at);
      onPlayFrom(words[at]?.startSeconds ?? 0);
    },
    [words, onPlayFrom],
  );
  const said =
    playingAtSeconds === undefined
      ? -1
      : words.findIndex(
          ({ startSeconds, endSeconds }) => playingAtSeconds >= startSeconds && playingAtSeconds < endSeconds,
        );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div ref={box} role="group" lang="so" aria-label={text.listen.words} className={styles.words} onKeyDown={onKeyDown}>
      {groups.slice(0, count).map((group, at) => {
        const first = at * wordsInGroup;
        const within = (word: number) => (word >= first && word < first + group.length ? word : undefined);
        return (
          <WordGroup
            // biome-ignore lint/suspicious/noArrayIndexKey: the words never change places
            key={at}
            {...{ group, first, marked }}
            current={within(current)}
            said={within(said)}
            onChoose={choose}
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
  onChoose: (at: number) => void;
};

const WordGroup = memo(function WordGroup({ group, first, marked, current, said, onChoose }: GroupProps) {
  const { unsure } = useText('demo').results.original;
  return group.map((word, within) => {
    const at = first + within;
    return (
      <Fragment key={at}>
        <button
          type="button"
          tabIndex={at === current ? 0 : -1}
          className={classNames(styles.word, marked.has(at) && styles.doubtful, at === said && styles.said)}
          onClick={() => onChoose(at)}
        >
          {word.raw}
          {marked.has(at) && <VisuallyHidden> ({unsure})</VisuallyHidden>}
        </button>
        {/* A real space: who selects the words by hand copies words, not one long word. */}{' '}
      </Fragment>
    );
  });
});
