import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useMemo } from 'react';
import type { Language } from '#shared/languages.ts';
import { classNames, VisuallyHidden } from '../../components/ui/elements.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './reading.module.css';
import results from './results.module.css';
import type { ReadSentence } from './use-reading.ts';

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
export function TextPart({ at, word, className, isCurrent = false, isTabStop = true, title, children }: PartProps) {
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
export function chunk<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** Who drags over the text selects it, and does not press. */
const isSelecting = () => (window.getSelection()?.toString() ?? '') !== '';

/** For what holds the parts: a press by finger, mouse or key. */
export function listenToParts(onPress: (at: number) => void, onPressWord?: (word: number) => void) {
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
