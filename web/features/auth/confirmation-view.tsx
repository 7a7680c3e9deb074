import { useEffect, useRef } from 'react';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { magicLinkValidHours } from '#shared/limits.ts';
import { Button } from '../../components/ui/button.tsx';
import { useText } from '../../lib/language-context.ts';
import { CodeForm } from './code-form.tsx';
import styles from './sign-up.module.css';

type Props = {
  email: string;
  magicLink: string | undefined;
  /** What surrounds it says "Check Your Email" already. */
  isTitled?: boolean;
  onTryAgain: () => void;
};

/** View 2 of the sign-up form: where the link went, how long it lasts, and the place for the code of the same mail. */
export function ConfirmationView({ email, magicLink, isTitled = false, onTryAgain }: Props) {
  const text = useText('auth').confirmation;
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <div ref={start} tabIndex={-1} className={styles.confirmation}>
      <svg viewBox="0 0 96 72" aria-hidden="true" className={styles.letter}>
        <rect x="4" y="8" width="88" height="60" rx="8" />
        <path d="M6 14l42 32 42-32" />
        <path
          className={styles.letterStar}
          d="M48 3l3.3 9.9h10.4l-8.4 6.1 3.2 9.9-8.5-6.1-8.5 6.1 3.2-9.9-8.4-6.1h10.4z"
        />
      </svg>
      {!isTitled && <h3>{text.title}</h3>}
      <p>
        {text.sentTo} <strong className={styles.address}>{email}</strong>
      </p>
      <p>{fillPlaces(text.validity, { hours: magicLinkValidHours })}</p>
      <CodeForm email={email} />
      {magicLink !== undefined && (
        <p>
          <a href={magicLink}>{text.developmentLink}</a>
        </p>
      )}
      <p className={styles.other}>
        {text.notThere}{' '}
        <Button variant="link" size="sm" onClick={onTryAgain}>
          {text.tryAgain}
        </Button>
      </p>
    </div>
  );
}
