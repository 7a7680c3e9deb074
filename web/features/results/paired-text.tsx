import { Fragment } from 'react';
import type { Language } from '#shared/languages.ts';
import { classNames } from '../../components/ui/class-names.ts';
import { useText } from '../../lib/language-context.ts';
import styles from './reading.module.css';

type Props = {
  language: Language;
  sentences: readonly string[];
  lit: number | undefined;
  /** Plays the sentence, and lights it and its pair. */
  onChoose: (at: number) => void;
};

/** A text by its sentences; each can be pressed to hear it. */
export function PairedText({ language, sentences, lit, onChoose }: Props) {
  const { sentenceHint } = useText('demo').results.reading;
  return (
    <p lang={language} className={styles.text}>
      {sentences.map((sentence, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences never change places
        <Fragment key={at}>
          <button
            type="button"
            className={classNames(styles.sentence, at === lit && styles.lit)}
            aria-current={at === lit || undefined}
            title={sentenceHint}
            onClick={() => onChoose(at)}
          >
            {sentence}
          </button>{' '}
        </Fragment>
      ))}
    </p>
  );
}
