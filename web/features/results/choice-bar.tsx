import { classNames } from '../../components/ui/class-names.ts';
import styles from './reading.module.css';

type Props<T extends string> = {
  label: string;
  choices: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  className?: string | undefined;
};

/** One of a few, side by side. */
export function ChoiceBar<T extends string>({ label, choices, value, onChange, className }: Props<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={label} className={classNames(styles.choices, className)}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          className={styles.choice}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
