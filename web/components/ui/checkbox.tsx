import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; error?: string | undefined };

export function Checkbox({ id, label, error, className, ...input }: Props) {
  const generated = useId();
  const inputId = id ?? generated;
  const errorId = error === undefined ? undefined : `${inputId}-error`;
  return (
    <div className={className}>
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.row}>
        <input
          {...input}
          id={inputId}
          type="checkbox"
          className={styles.box}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={errorId}
        />
        <label htmlFor={inputId} className={styles.label}>
          {label}
        </label>
      </div>
    </div>
  );
}
