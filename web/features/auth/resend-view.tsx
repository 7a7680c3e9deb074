import { type FormEvent, useId } from 'react';
import { emailMaxCharacters } from '#shared/limits.ts';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { useText } from '../../lib/language-context.ts';
import { ErrorSummary } from './error-summary.tsx';
import styles from './sign-up.module.css';
import type { SignUpState } from './sign-up-state.ts';

type Props = {
  state: SignUpState;
  /** What surrounds it names the view already. */
  isTitled: boolean;
  onChange: (email: string) => void;
  onSubmit: () => void;
  onBack: () => void;
};

/** View 3 of the sign-up form. */
export function ResendView({ state, isTitled, onChange, onSubmit, onBack }: Props) {
  const { resend: text, signIn } = useText('auth');
  const isSignIn = state.purpose === 'sign-in';
  const inputId = useId();
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {!isTitled && <h3>{text.title}</h3>}
      <p className={styles.lead}>{isSignIn ? signIn.lead : text.lead}</p>
      {state.failure !== undefined && (
        <ErrorSummary problems={[{ message: state.failure, fieldId: inputId }]} refusals={state.refusals} />
      )}
      <Field
        id={inputId}
        label={text.email}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={emailMaxCharacters}
        required
        // The person has just asked to type an address here.
        autoFocus
        value={state.resendEmail}
        error={state.failure}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button type="submit" size="lg" disabled={state.isBusy}>
        {state.isBusy ? text.sending : text.submit}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {isSignIn ? signIn.noAccount : text.back}
      </Button>
    </form>
  );
}
