import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { magicLinkValidHours, signInCodeDigits, signInCodeValidMinutes } from '#shared/limits.ts';
import { findPage, isPublicPage } from '#shared/pages.ts';
import { Button, takeFocus } from '../../components/ui/elements.tsx';
import { Field, Form } from '../../components/ui/field.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFailureSentence } from '../../lib/failure-sentence.ts';
import { useText } from '../../lib/language-context.ts';
import { Address } from './address.tsx';
import { useSession } from './session-context.tsx';
import styles from './sign-up.module.css';
import type { LinkSent } from './use-sign-up.ts';

type Props = LinkSent & {
  /** What surrounds it says "Check Your Email" already. */
  isTitled?: boolean;
  onTryAgain: () => void;
};

/** In a dialog its title stays in sight above what takes the focus. */
function takeFocusBelowTitle(node: HTMLElement | null): void {
  takeFocus(node);
  const dialog = node?.closest('dialog');
  if (dialog) dialog.scrollTop = 0;
}

/** View 2 of the sign-up form: where the link went, how long it lasts, and the place for the code of the same mail. */
export function ConfirmationView({ email, magicLink, isTitled = false, onTryAgain }: Props) {
  const text = useText('auth').confirmation;
  return (
    <div ref={takeFocusBelowTitle} tabIndex={-1} className={styles.confirmation}>
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
        {text.sentTo}{' '}
        <strong className={styles.address}>
          <Address email={email} />
        </strong>
      </p>
      <CodeForm email={email} />
      <p className={styles.lead}>{fillPlaces(text.validity, { hours: magicLinkValidHours })}</p>
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

/** The six digits of the mail, for people who read it on another device or in a program that opens another browser. */
function CodeForm({ email }: { email: string }) {
  const text = useText('auth').confirmation.code;
  const { verifyCode } = useSession();
  const explain = useFailureSentence();
  const toasts = useToasts();
  const [location, navigate] = useLocation();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (digits: string) => {
    if (isBusy || digits.length < signInCodeDigits) return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      const { message } = await verifyCode(email, digits);
      toasts.show('success', message);
      // Pages behind the sign-up show themselves now.
      if (isPublicPage(findPage(location))) navigate('/demo');
    } catch (error) {
      setFailure(explain(error, 'verification'));
      // What was typed stays to be compared, and goes with the next digit.
      if (error instanceof CallFailure && error.kind === 'refused') field.current?.select();
      setIsBusy(false);
    }
  };
  const change = (typed: string) => {
    // Pasted with a space in its middle, or with the words around it.
    const digits = typed.replace(/\D/g, '').slice(0, signInCodeDigits);
    setCode(digits);
    void submit(digits);
  };
  return (
    // The focus stays in the field: what comes of the sixth digit is said from here.
    <Form className={styles.code} aria-live="polite" onSubmit={() => submit(code)}>
      <Field
        label={text.label}
        hint={isBusy ? text.checking : fillPlaces(text.hint, { minutes: signInCodeValidMinutes })}
        ref={field}
        name="code"
        placeholder="••••••"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={failure}
        onChange={(event) => change(event.target.value)}
      />
    </Form>
  );
}
