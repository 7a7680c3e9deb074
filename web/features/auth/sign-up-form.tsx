import { useEffect, useRef, useState } from 'react';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { emailMaxCharacters, freeAttempts, nameMaxCharacters } from '#shared/limits.ts';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Button, classNames, VisuallyHidden } from '../../components/ui/elements.tsx';
import { Checkbox, Field, Form } from '../../components/ui/field.tsx';
import { popupOptOutKey } from '../../lib/browser-storage.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { ConfirmationView } from './confirmation-view.tsx';
import styles from './sign-up.module.css';
import { type LinkSent, type SignUp, type SignUpFieldName, type SignUpPurpose, useSignUp } from './use-sign-up.ts';

/** Sign-up in its three views: the form, "Check Your Email", and "Resend Magic Link" (spec §2); its dialog names them. */
export function SignUpForm({ signUp }: { signUp: SignUp }) {
  if (signUp.view === 'resend') return <ResendView signUp={signUp} />;
  if (signUp.view === 'form' || signUp.sent === undefined) return <SignUpFields signUp={signUp} />;
  return <ConfirmationView {...signUp.sent} isTitled onTryAgain={signUp.backToStart} />;
}

export function useViewTitle({ view, purpose }: SignUp, form: string): string {
  const { signIn, resend, confirmation } = useText('auth');
  return { form, resend: (purpose === 'sign-in' ? signIn : resend).title, confirmation: confirmation.title }[view];
}

type DialogProps = {
  purpose: SignUpPurpose;
  isPopup: boolean;
  sentBefore: LinkSent | undefined;
  onClose: () => void;
  onSuccess: (sent: LinkSent) => void;
};

/** Spec §2: the form with title and subtitle; its caller closes it on success. */
export function SignUpDialog({ purpose, isPopup, sentBefore, onClose, onSuccess }: DialogProps) {
  const { popup, dialog } = useText('auth');
  const { title, subtitle } = isPopup ? popup : dialog;
  const signUp = useSignUp(purpose, onSuccess, sentBefore);
  return (
    <Dialog
      title={useViewTitle(signUp, title)}
      onClose={onClose}
      hasCloseButton
      className={isPopup ? styles.popup : undefined}
    >
      {signUp.view === 'form' && <p>{fillPlaces(subtitle, { attempts: freeAttempts })}</p>}
      <SignUpForm signUp={signUp} />
      {isPopup && <OptOut onClose={onClose} />}
    </Dialog>
  );
}

function OptOut({ onClose }: Pick<DialogProps, 'onClose'>) {
  const { hide, close } = useText('auth').popup;
  const { storage } = useServices();
  return (
    <div className={styles.end}>
      <Checkbox
        label={hide}
        onChange={({ target }) =>
          target.checked ? storage.setItem(popupOptOutKey, '1') : storage.removeItem(popupOptOutKey)
        }
      />
      <Button variant="ghost" size="sm" onClick={onClose}>
        {close}
      </Button>
    </div>
  );
}

function ResendView({ signUp }: { signUp: SignUp }) {
  const { resend: text, signIn } = useText('auth');
  const { failure, isBusy } = signUp;
  const isSignIn = signUp.purpose === 'sign-in';
  const form = useFirstWrongField(signUp.refusals);
  return (
    <Form ref={form} className={styles.form} noValidate onSubmit={signUp.resend}>
      <p className={styles.lead}>{isSignIn ? signIn.lead : text.lead}</p>
      <Field
        label={text.email}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={emailMaxCharacters}
        required
        // The person has just asked to type an address here.
        autoFocus
        value={signUp.resendEmail}
        error={failure}
        onChange={(event) => signUp.changeResendEmail(event.target.value)}
      />
      <Button type="submit" size="lg" disabled={isBusy}>
        {isBusy ? text.sending : text.submit}
      </Button>
      <Button variant="ghost" onClick={signUp.backToForm}>
        {isSignIn ? signIn.noAccount : text.back}
      </Button>
    </Form>
  );
}

function SignUpFields({ signUp }: { signUp: SignUp }) {
  const { values, errors, failure, isBusy, change } = signUp;
  const text = useText('auth').form;
  /** On a phone the optional fields are folded, but not over what is wrong in them. */
  const [isMore, setMore] = useState(false);
  if (errors.title !== undefined && !isMore) setMore(true);
  const sentence = useSentence();
  const form = useFirstWrongField(signUp.refusals);
  const errorOf = (name: SignUpFieldName) => {
    const key = errors[name];
    if (key !== undefined) return sentence(key, { max: nameMaxCharacters });
    // What the server refuses is nearly always about the address.
    return name === 'email' ? failure : undefined;
  };
  const field = (name: 'title' | 'fullName' | 'email' | 'organization') => ({
    name,
    label: text[name],
    value: values[name],
    error: errorOf(name),
    maxLength: name === 'email' ? emailMaxCharacters : nameMaxCharacters,
    onChange: (event: { target: HTMLInputElement }) => change({ [name]: event.target.value }),
  });
  const consent = (name: 'privacyAccepted' | 'termsAccepted', words: string, link: string, href: string) => (
    <Checkbox
      name={name}
      checked={values[name]}
      error={errorOf(name)}
      required
      onChange={(event) => change({ [name]: event.target.checked })}
      label={
        <>
          {words}{' '}
          <a href={href} target="_blank" rel="noopener">
            {link}
            <VisuallyHidden> {text.newTab}</VisuallyHidden>
          </a>
        </>
      }
    />
  );

  return (
    <Form ref={form} className={styles.form} noValidate onSubmit={signUp.submit}>
      <div className={classNames(styles.fields, isMore && styles.more)}>
        <Field {...field('title')} note={text.optional} autoComplete="organization-title" className={styles.extra} />
        <Field {...field('fullName')} autoComplete="name" required />
        <Field {...field('email')} type="email" autoComplete="email" hint={text.emailHint} required />
        <Field {...field('organization')} note={text.optional} autoComplete="organization" className={styles.extra} />
        <button type="button" className={styles.unfold} aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          {text.more} <span className={styles.optional}>{text.optional}</span>
        </button>
      </div>
      <label className={styles.trap} aria-hidden="true">
        {text.honeypot}
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={values.website}
          onChange={(event) => change({ website: event.target.value })}
        />
      </label>
      {consent('privacyAccepted', text.acceptPrivacy, text.privacyLink, '/privacy')}
      {consent('termsAccepted', text.acceptTerms, text.termsLink, '/terms')}
      <p className={styles.caution}>{text.caution}</p>
      <Button type="submit" size="lg" className={styles.submit} disabled={isBusy}>
        {isBusy ? text.submitting : text.submit}
      </Button>
      <p className={styles.other}>
        {text.alreadySignedUp}{' '}
        <Button variant="link" size="sm" onClick={signUp.askResend}>
          {text.resend}
        </Button>
      </p>
    </Form>
  );
}

/** As the `ref` of a form: after each refused submit the focus goes to the first field that is wrong, and not during typing. */
function useFirstWrongField(refusals: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusals]);
  return form;
}
