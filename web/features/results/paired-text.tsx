import { Fragment, memo, useMemo } from 'react';
import type { Language } from '#shared/languages.ts';
import { classNames } from '../../components/ui/class-names.ts';
import { useText } from '../../lib/language-context.ts';
import styles from './reading.module.css';
import { chunk, listenToParts, TextPart } from './text-part.tsx';

type Props = {
  language: Language;
  sentences: readonly string[];
  lit: number | undefined;
  /** Plays the sentence, and lights it and its pair. */
  onChoose: (at: number) => void;
};

/** A paragraph of a long text: of those far from the screen nothing is laid out. */
const sentencesInParagraph = 4;

/** A text by its sentences; each can be pressed to hear it. */
export function PairedText({ language, sentences, lit, onChoose }: Props) {
  const paragraphs = useMemo(() => chunk(sentences, sentencesInParagraph), [sentences]);
  return (
    <div lang={language} {...listenToParts(onChoose)}>
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
  const { sentenceHint } = useText('demo').results.reading;
  return (
    <p className={styles.text}>
      {sentences.map((sentence, within) => {
        const at = first + within;
        return (
          <Fragment key={at}>
            <TextPart
              at={at}
              className={classNames(styles.sentence, at === lit && styles.lit)}
              isCurrent={at === lit}
              title={sentenceHint}
            >
              {sentence}
            </TextPart>{' '}
          </Fragment>
        );
      })}
    </p>
  );
});
