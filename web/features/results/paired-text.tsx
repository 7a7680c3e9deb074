import { Fragment, type KeyboardEvent, type MouseEvent, memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { type Language, notUnderstood } from '#shared/languages.ts';
import { classNames, VisuallyHidden } from '../../components/ui/elements.tsx';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import styles from './reading.module.css';
import results from './results.module.css';
import { findLeastCertain, findSaid, type ReadingProps, type ReadSentence } from './use-reading.ts';

type Props = {
  language: Language;
  /** What there is where it has no sentences. */
  text: string;
  /** Each as a text, or as the runs of words between those that should be checked. */
  sentences: readonly (string | readonly Run[])[];
  lit: number | undefined;
  /** Plays the sentence, and lights it and its pair. */
  onChoose: (at: number) => void;
  /** A word that should be checked. */
  onChooseWord?: (at: number) => void;
  /** The sentence whose paragraph something stands below, and what. */
  below?: { at: number; content: ReactNode };
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
export function PairedText({ language, text, sentences, lit, onChoose, onChooseWord, below }: Props) {
  const drawn = sentences.map((sentence, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sentences never change places
    <Sentence key={at} at={at} sentence={sentence} isLit={at === lit} />
  ));
  return (
    <div lang={language} {...listenToParts(onChoose, onChooseWord)}>
      {drawn.length === 0 && <p className={styles.text}>{text}</p>}
      {drawn.map(
        (_, at) =>
          at % sentencesInParagraph === 0 && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sentences never change places
            <Fragment key={at}>
              <p className={styles.text}>{drawn.slice(at, at + sentencesInParagraph)}</p>
              {below && below.at >= at && below.at < at + sentencesInParagraph && below.content}
            </Fragment>
          ),
      )}
    </div>
  );
}

type SentenceProps = { at: number; sentence: Props['sentences'][number]; isLit: boolean };

/** Drawn anew when its light goes on or out, and not with every moment of the recording. */
const Sentence = memo(function Sentence({ at, sentence, isLit }: SentenceProps) {
  const { reading, original, wordCheck } = useText('demo').results;
  const runs: readonly Run[] = typeof sentence === 'string' ? [{ text: sentence }] : sentence;
  return runs.map(({ text, word }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the runs never change places
    <Fragment key={place}>
      {/* A real space: who selects the text by hand copies words, not one long word. */}
      {at + place > 0 && ' '}
      <TextPart
        at={at}
        word={word}
        text={text}
        unsure={word === undefined ? undefined : original.unsure}
        className={classNames(styles.sentence, text.startsWith(notUnderstood) && styles.glossed, isLit && styles.lit)}
        isCurrent={isLit}
        title={word === undefined ? reading.sentenceHint : wordCheck.hint}
      />
    </Fragment>
  ));
});

type PartProps = {
  /** Its place among all parts of the text. */
  at: number;
  text: string;
  /** It is one word, by its place in the text. */
  word?: number | undefined;
  /** What is said of a word that should be checked. */
  unsure: string | undefined;
  className: string;
  isCurrent?: boolean;
  isTabStop?: boolean;
  title?: string;
};

/**
 * A part of a text that can be pressed. It flows with the text and can be selected like it, which a `<button>`, a box of
 * its own to every browser, cannot; and hundreds of them cost a slow phone little. What holds them listens.
 */
function TextPart({ at, text, word, unsure, className, isCurrent = false, isTabStop = true, title }: PartProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button does not flow with the text around it
    <span
      role="button"
      data-part={at}
      data-word={word}
      tabIndex={isTabStop ? 0 : -1}
      className={classNames(className, unsure !== undefined && results.doubtful)}
      aria-current={isCurrent || undefined}
      title={title}
    >
      {text}
      {unsure !== undefined && <VisuallyHidden> ({unsure})</VisuallyHidden>}
    </span>
  );
}

const partOf = ({ target }: { target: EventTarget }): DOMStringMap | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-part]')?.dataset : undefined;

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

const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
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

  const presses = listenToParts((at) => {
    setCurrent(at);
    onPlay(words[at]);
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

  if (words.length === 0)
    return (
      <p lang="so" className={styles.text}>
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
        className={results.words}
        onClick={presses.onClick}
        onKeyDown={onKeyDown}
      >
        {words.map(({ raw }, at) => (
          <SpokenWord
            // biome-ignore lint/suspicious/noArrayIndexKey: the words never change places
            key={at}
            at={at}
            text={raw}
            unsure={marked.has(at) ? text.original.unsure : undefined}
            className={classNames(results.word, at === said && results.said)}
            isTabStop={at === current}
          />
        ))}
      </div>
      <p className={styles.hint}>
        {text.listen.wordHint}
        {marked.size > 0 && ` ${formatCount(language, text.original.doubtful, marked.size)}`}
      </p>
    </>
  );
}

/** Drawn anew when it is the one being said. */
const SpokenWord = memo(function SpokenWord(part: PartProps) {
  return (
    <>
      <TextPart {...part} />
      {/* A real space: who selects the words by hand copies words, not one long word. */}{' '}
    </>
  );
});
