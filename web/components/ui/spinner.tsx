import styles from './spinner.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A turning eight-pointed rosette; `label` says what is being waited for. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className={styles.spinner}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <rect x="11" y="11" width="26" height="26" rx="3" />
        <rect x="11" y="11" width="26" height="26" rx="3" transform="rotate(45 24 24)" />
      </svg>
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
