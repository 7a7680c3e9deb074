import { type ComponentProps, type ReactNode, useId } from 'react';
import checkbox from './checkbox.module.css';
import { classNames } from './elements.tsx';
import styles from './field.module.css';

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  label: ReactNode;
  /** Shown after the label, e.g. "(optional)". */
  note?: string;
  hint?: string;
  error?: string | undefined;
};

export function Field({ label, note, hint, error, className, ...input }: Props) {
  const inputId = useId();
  const hintId = hint === undefined ? undefined : `${inputId}-hint`;
  const errorId = error === undefined ? undefined : `${inputId}-error`;
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={inputId} className={styles.label}>
        {label} {note !== undefined && <span className={styles.note}>{note}</span>}
      </label>
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
      <input
        {...input}
        id={inputId}
        className={styles.input}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={classNames(hintId, errorId) || undefined}
      />
    </div>
  );
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & { label: ReactNode; error?: string | undefined };

export function Checkbox({ label, error, className, ...input }: CheckboxProps) {
  const inputId = useId();
  const errorId = error === undefined ? undefined : `${inputId}-error`;
  return (
    <div className={className}>
      {error !== undefined && (
        <p id={errorId} className={checkbox.error}>
          {error}
        </p>
      )}
      <div className={checkbox.row}>
        <input
          {...input}
          id={inputId}
          type="checkbox"
          className={checkbox.box}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={errorId}
        />
        <label htmlFor={inputId} className={checkbox.label}>
          {label}
        </label>
      </div>
    </div>
  );
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown };

export const Form = ({ onSubmit, ...form }: FormProps) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);
