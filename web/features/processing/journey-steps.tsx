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
