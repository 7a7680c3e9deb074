import { Fragment, type KeyboardEvent, type MouseEvent, memo, type ReactNode, useMemo, useRef, useState } from 'react';
import type { Language } from '#shared/languages.ts';
import type { TranscribedWord } from '#shared/transcript.ts';
import { classNames, VisuallyHidden } from '../../components/ui/elements.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './reading.module.css';
import results from './results.module.css';
import { findSaid, type ReadSentence } from './use-reading.ts';

type Props = {
  language: Language;
  /** Each as a text, or as the runs of words between those that should be checked. */
  sentences: readonly (string | readonly Run[])[];
  lit: number | undefined;
  /** Plays the sentence, and lights it and its pair. */
  onChoose: (at: number) => void;
  /** A word that should be checked. */
  onChooseWord?: (at: number) => void;
};

/** Words in a row, or one that should be checked, by its place in the text. */
type Run = { text: string; word?: number };

/** A sentence in runs: what can be pressed must stand beside, not within, what can be pressed. */
export function runsOf({ words: all }: ReadSentence): Run[] {
  const runs: Run[] = [];
  for (const { at, text, isDoubtful } of all) {
    const last = runs.at(-1);
    if (isDoubtful) runs.push({ text, word: at });
    else if (last !== undefined && last.word === undefined) last.text += ` ${text}`;
    else runs.push({ text });
  }
  return runs;
}

/** A paragraph of a long text: of those far from the screen nothing is laid out. */
const sentencesInParagraph = 4;

/** A text by its sentences; each can be pressed to hear it. */
export function PairedText({ language, sentences, lit, onChoose, onChooseWord }: Props) {
  const paragraphs = useMemo(() => chunk(sentences, sentencesInParagraph), [sentences]);
  return (
    <div lang={language} {...listenToParts(onChoose, onChooseWord)}>
      {paragraphs.map((paragraph, at) => {
        const first = at * sentencesInParagraph;
        const isLitHere = lit !== undefined && lit >= first && lit < first + paragraph.length;
        return (
          <Paragraph
            // biome-ignore lint/suspicious/noArrayIndexKey: the sentences never change places
            key={at}
            sentences={paragraph}
            first={first}
            lit={isLitHere ? lit : undefined}
          />
        );
      })}
    </div>
  );
}

type ParagraphProps = Pick<Props, 'sentences' | 'lit'> & { first: number };

const Paragraph = memo(function Paragraph({ sentences, first, lit }: ParagraphProps) {
  return (
    <p className={styles.text}>
      {sentences.flatMap((sentence, within) => {
        const at = first + within;
        const runs = typeof sentence === 'string' ? [{ text: sentence }] : sentence;
        // A real space: who selects the text by hand copies words, not one long word.
        return runs.flatMap((run, place): ReactNode[] => [
          at + place > 0 && ' ',
          // biome-ignore lint/suspicious/noArrayIndexKey: the sentences never change places
          <RunOfWords key={`${at}-${place}`} at={at} run={run} isLit={at === lit} />,
        ]);
      })}
    </p>
  );
});

function RunOfWords({ at, run, isLit }: { at: number; run: Run; isLit: boolean }) {
  const { reading, original, wordCheck } = useText('demo').results;
  const isWord = run.word !== undefined;
  return (
    <TextPart
      at={at}
      word={run.word}
      className={classNames(styles.sentence, isWord && results.doubtful, isLit && styles.lit)}
      isCurrent={isLit}
      title={isWord ? wordCheck.hint : reading.sentenceHint}
    >
      {run.text}
      {isWord && <VisuallyHidden> ({original.unsure})</VisuallyHidden>}
    </TextPart>
  );
}

type PartProps = {
  /** Its place among all parts of the text. */
  at: number;
  /** It is one word, by its place in the text. */
  word?: number | undefined;
  className: string;
  isCurrent?: boolean;
  isTabStop?: boolean;
  title?: string;
  children: ReactNode;
};

/**
 * A part of a text that can be pressed. It flows with the text and can be selected like it, which a `<button>`, a box of
 * its own to every browser, cannot; and hundreds of them cost a slow phone little. What holds them listens.
 */
function TextPart({ at, word, className, isCurrent = false, isTabStop = true, title, children }: PartProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button does not flow with the text around it
    <span
      role="button"
      data-part={at}
      data-word={word}
      tabIndex={isTabStop ? 0 : -1}
      className={className}
      aria-current={isCurrent || undefined}
      title={title}
    >
      {children}
    </span>
  );
}

const partOf = ({ target }: { target: EventTarget }): DOMStringMap | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-part]')?.dataset : undefined;

/** A list in pieces of `size`, the last one with what is left. */
function chunk<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** Who drags over the text selects it, and does not press. */
const isSelecting = () => (window.getSelection()?.toString() ?? '') !== '';

/** For what holds the parts: a press by finger, mouse or key. */
function listenToParts(onPress: (at: number) => void, onPressWord?: (word: number) => void) {
  const press = ({ part, word }: DOMStringMap) => {
    if (word !== undefined && onPressWord !== undefined) onPressWord(Number(word));
    else onPress(Number(part));
  };
  return {
    onClick: (event: MouseEvent) => {
      const part = partOf(event);
      if (part !== undefined && !isSelecting()) press(part);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const part = partOf(event);
      if (part === undefined || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      press(part);
    },
  };
}

type SpokenProps = {
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
export function SpokenWords({ words, marked, playingAtSeconds, onPlayFrom }: SpokenProps) {
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
      className={results.words}
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
          className={classNames(results.word, marked.has(at) && results.doubtful, at === said && results.said)}
        >
          {word.raw}
          {marked.has(at) && <VisuallyHidden> ({unsure})</VisuallyHidden>}
        </TextPart>
        {/* A real space: who selects the words by hand copies words, not one long word. */}{' '}
      </Fragment>
    );
  });
});
