import { type FormEvent, useEffect, useId, useRef } from 'react';
import { emailMaxCharacters, nameMaxCharacters } from '#shared/limits.ts';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox, Field } from '../../components/ui/field.tsx';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { useSentence, useText } from '../../lib/language-context.ts';
import styles from './sign-up.module.css';
import { type SignUpFieldName, type SignUpState, type SignUpValues, signUpFieldNames } from './sign-up-state.ts';

type Props = {
  state: SignUpState;
  onChange: (change: Partial<SignUpValues>) => void;
  onSubmit: () => void;
  onResend: () => void;
};

/** View 1 of the sign-up form. */
export function SignUpFields({ state, onChange, onSubmit, onResend }: Props) {
  const text = useText('auth').form;
  const sentence = useSentence();
  const formId = useId();
  const idOf = (name: SignUpFieldName) => `${formId}-${name}`;
  const errorOf = (name: SignUpFieldName) => {
    const key = state.errors[name];
    return key === undefined ? undefined : sentence(key, { max: nameMaxCharacters });
  };
  const problems = signUpFieldNames.flatMap((name) => {
    const message = errorOf(name);
    return message === undefined ? [] : [{ message, fieldId: idOf(name) }];
  });
  if (state.failure !== undefined) problems.unshift({ message: state.failure, fieldId: idOf('email') });

  const field = (name: 'title' | 'fullName' | 'email' | 'organization') => ({
    id: idOf(name),
    name,
    label: text[name],
    value: state.values[name],
    error: errorOf(name),
    onChange: (event: { target: HTMLInputElement }) => onChange({ [name]: event.target.value }),
  });
  const consent = (name: 'privacyAccepted' | 'termsAccepted') => ({
    id: idOf(name),
    name,
    checked: state.values[name],
    error: errorOf(name),
    onChange: (event: { target: HTMLInputElement }) => onChange({ [name]: event.target.checked }),
  });

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {problems.length > 0 && <ErrorSummary problems={problems} refusals={state.refusals} />}
      <div className={styles.pair}>
        <Field {...field('fullName')} autoComplete="name" maxLength={nameMaxCharacters} required />
        <Field
          {...field('email')}
          type="email"
          autoComplete="email"
          hint={text.emailHint}
          maxLength={emailMaxCharacters}
          required
        />
      </div>
      <details className={styles.more} open={state.errors.title !== undefined || undefined}>
        <summary>
          <span>
            {text.more} <span className={styles.optional}>{text.optional}</span>
          </span>
        </summary>
        <div className={styles.pair}>
          <Field
            {...field('title')}
            note={text.optional}
            autoComplete="organization-title"
            maxLength={nameMaxCharacters}
          />
          <Field
            {...field('organization')}
            note={text.optional}
            autoComplete="organization"
            maxLength={nameMaxCharacters}
          />
        </div>
      </details>
      <label className={styles.trap} aria-hidden="true">
        {text.honeypot}
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={state.values.website}
          onChange={(event) => onChange({ website: event.target.value })}
        />
      </label>
      <Checkbox
        {...consent('privacyAccepted')}
        required
        label={<ConsentLabel words={text.acceptPrivacy} link={text.privacyLink} href="/privacy" newTab={text.newTab} />}
      />
      <Checkbox
        {...consent('termsAccepted')}
        required
        label={<ConsentLabel words={text.acceptTerms} link={text.termsLink} href="/terms" newTab={text.newTab} />}
      />
      <p className={styles.caution}>{text.caution}</p>
      <Button type="submit" size="lg" disabled={state.isBusy}>
        {state.isBusy ? text.submitting : text.submit}
      </Button>
      <p className={styles.other}>
        {text.alreadySignedUp}{' '}
        <Button variant="link" size="sm" onClick={onResend}>
          {text.resend}
        </Button>
      </p>
    </form>
  );
}

type ConsentLabelProps = { words: string; link: string; href: string; newTab: string };

function ConsentLabel({ words, link, href, newTab }: ConsentLabelProps) {
  return (
    <>
      {words}{' '}
      <a href={href} target="_blank" rel="noopener">
        {link}
        <VisuallyHidden> {newTab}</VisuallyHidden>
      </a>
    </>
  );
}

type SummaryProps = {
  /** What is wrong, each with the field it is about, if any. */
  problems: readonly { message: string; fieldId?: string }[];
  /** Changes with each refused submit: the summary then takes the focus. */
  refusals: number;
};

/** What is wrong, in one place, with links to the fields; it takes the focus and prefixes the page's title. */
export function ErrorSummary({ problems, refusals }: SummaryProps) {
  const text = useText('auth').problem;
  const headingId = useId();
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (refusals > 0) element.current?.focus();
  }, [refusals]);
  useEffect(() => {
    const { title } = document;
    document.title = `${text.titlePrefix}${title}`;
    return () => {
      document.title = document.title.replace(text.titlePrefix, '');
    };
  }, [text]);
  return (
    <section ref={element} className={styles.summary} tabIndex={-1} aria-labelledby={headingId}>
      <h3 id={headingId}>{text.heading}</h3>
      <ul>
        {problems.map(({ message, fieldId }) => (
          <li key={message}>
            {fieldId === undefined ? (
              message
            ) : (
              <a
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(fieldId)?.focus();
                }}
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
