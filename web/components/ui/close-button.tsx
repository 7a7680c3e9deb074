import { classNames } from './class-names.ts';
import styles from './close-button.module.css';

type Props = { label: string; onClose: () => void; className?: string | undefined };

export function CloseButton({ label, onClose, className }: Props) {
  return (
    <button type="button" className={classNames(styles.close, className)} aria-label={label} onClick={onClose}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M7 7l10 10M17 7L7 17" />
      </svg>
    </button>
  );
}
