import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { signInCodeDigits, signInCodeValidMinutes } from '#shared/limits.ts';
import { findPage, pages } from '#shared/pages.ts';
import { Field } from '../../components/ui/field.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFailureSentence } from '../../lib/failure-sentence.ts';
import { useText } from '../../lib/language-context.ts';
import { useSession } from './session-context.tsx';
import styles from './sign-up.module.css';

/** The six digits of the mail, for whoever reads it on another device or in a program that opens another browser. */
export function CodeForm({ email }: { email: string }) {
  const text = useText('auth').confirmation.code;
  const { verifyCode } = useSession();
  const explain = useFailureSentence();
  const toasts = useToasts();
  const [location, navigate] = useLocation();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (digits: string) => {
    if (isBusy || digits.length < signInCodeDigits) return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      toasts.show('success', await verifyCode(email, digits));
      // Pages behind the sign-up show themselves now.
      if (pages[findPage(location)].isPublic) navigate('/demo');
    } catch (error) {
      setFailure(explain(error, 'verification'));
      if (error instanceof CallFailure && error.kind === 'refused') setCode('');
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
    <form
      className={styles.code}
      // The focus stays in the field: what comes of the sixth digit is said from here.
      aria-live="polite"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit(code);
      }}
    >
      <Field
        label={text.label}
        hint={isBusy ? text.checking : fillPlaces(text.hint, { minutes: signInCodeValidMinutes })}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={failure}
        onChange={(event) => change(event.target.value)}
      />
    </form>
  );
}
