import { useEffect, useId, useRef } from 'react';
import type { Language } from '#shared/languages.ts';
import { classNames } from '../../components/ui/class-names.ts';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { useText } from '../../lib/language-context.ts';
import type { StepIndex } from './journey.ts';
import styles from './processing.module.css';

/** In the order of spec §4; the index is the step's. */
export const stepKeys = ['audio', 'recognition', 'enhancement', 'translation', 'complete'] as const;

/** The five steps, each with its state in words for those who do not see the marks. */
export function JourneySteps({ index }: { index: StepIndex }) {
  const text = useText('demo').processing;
  const stateOf = (at: number) => {
    if (at < index || index === stepKeys.length - 1) return 'done';
    return at === index ? 'active' : 'waiting';
  };
  return (
    <ol className={styles.steps}>
      {stepKeys.map((key, at) => {
        const state = stateOf(at);
        return (
          <li
            key={key}
            className={classNames(styles.step, styles[state])}
            aria-current={state === 'active' ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {state === 'done' ? (
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M6 12.5l4 4L18 8" />
                </svg>
              ) : (
                at + 1
              )}
            </span>
            <span>
              <span className={styles.stepTitle}>{text.steps[key].title}</span>
              <VisuallyHidden>, {text.states[state]}. </VisuallyHidden>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

type Props = {
  heading: string;
  language: Language;
  typed: string;
};

/** More than the box holds; the rest of a long recording need not be laid out again with every word. */
const wordsShown = 80;

/** A text as it is typed out, in a box that keeps its size and follows the last line. Not announced: the whole text follows. */
export function TypedText({ heading, language, typed }: Props) {
  const headingId = useId();
  const box = useRef<HTMLParagraphElement>(null);
  const words = typed.split(' ');
  const shown = words.length > wordsShown ? `… ${words.slice(-wordsShown).join(' ')}` : typed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new word may have begun a new line
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [shown]);
  return (
    <section className={styles.typed} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.typedHeading}>
        {heading}
      </h2>
      <p ref={box} lang={language} className={styles.typedText}>
        {shown}
      </p>
    </section>
  );
}
