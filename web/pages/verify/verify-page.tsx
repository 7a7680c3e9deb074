import { useEffect } from 'react';
import { useLocation, useRoute } from 'wouter';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { magicLinkValidHours, redirectAfterVerificationSeconds } from '#shared/limits.ts';
import { Button, ButtonLink, Icon, Spinner, StepHeading, TextList } from '../../components/ui/elements.tsx';
import { Address } from '../../features/auth/address.tsx';
import { type LinkQuestion, type LinkResend, useVerification } from '../../features/auth/use-verification.ts';
import { useScreenTitle } from '../../lib/browser-state.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { MessagePage } from '../message.tsx';
import styles from './verify-page.module.css';

/** Read once, before the token leaves the address. */
const readEmail = () => new URLSearchParams(window.location.search).get('email') ?? undefined;

export function VerifyPage() {
  const text = useText('auth').verify;
  const [, params] = useRoute('/verify/:token');
  const email = readEmail();
  const { state, confirm, tryAgain, resending } = useVerification(params?.token, email);

  const { step, message = '' } = state;

  switch (step) {
    case 'verifying':
      return (
        <MessagePage>
          <Spinner />
          <h1 className={styles.quiet}>{text.verifying}</h1>
        </MessagePage>
      );
    case 'confirming':
      return state.question && <LinkConfirmation question={state.question} onConfirm={confirm} />;
    case 'success':
      return <Verified message={message} />;
    case 'unreachable':
    case 'error':
      return (
        <VerificationProblem
          message={message}
          resending={email === undefined ? undefined : resending}
          onTryAgain={step === 'unreachable' ? tryAgain : undefined}
        />
      );
  }
}

function Verified({ message }: { message: string }) {
  const text = useText('auth').verify;
  const { clock } = useServices();
  const [, navigate] = useLocation();
  useScreenTitle(message);
  useEffect(
    () => clock.after(redirectAfterVerificationSeconds * 1_000, () => navigate('/demo', { replace: true })),
    [clock, navigate],
  );
  return (
    <MessagePage>
      <Icon size={48} isCircled className={styles.tick} d="M15 25l6 6 12-13" />
      <StepHeading takesFocus>{message}</StepHeading>
      <p>{text.redirecting}</p>
      <ButtonLink href="/demo">{text.continue}</ButtonLink>
    </MessagePage>
  );
}

/** Nothing happens to who is signed in here, or to what they have recorded, before they have said so. */
function LinkConfirmation({ question, onConfirm }: { question: LinkQuestion; onConfirm: () => void }) {
  const text = useText('auth').verify.question;
  const { email, signedInAs } = question;
  const isOther = signedInAs !== undefined;
  const places = { email, name: signedInAs ?? '' };
  const [before, after] = text.heading.split('{email}');
  return (
    <MessagePage>
      <StepHeading takesFocus>
        {before}
        <Address email={email} />
        {after}
      </StepHeading>
      <p className={styles.message}>{fillPlaces(isOther ? text.somebodyElse : text.unbound, places)}</p>
      <div className={styles.actions}>
        <Button size="lg" onClick={onConfirm}>
          {text.confirm}
        </Button>
        <ButtonLink size="lg" variant="outline" href={isOther ? '/demo' : '/'}>
          {isOther ? fillPlaces(text.stay, places) : text.decline}
        </ButtonLink>
      </div>
    </MessagePage>
  );
}

type ResendProps = LinkResend & { variant: 'outline' | 'default' };

/** Spec §2: says what it does, and how long until it can be pressed again. */
function ResendButton({ resend, isResending, cooldownSeconds, variant }: ResendProps) {
  const text = useText('auth').verify;
  const label = isResending ? 'sending' : cooldownSeconds > 0 ? 'resendIn' : 'resend';
  return (
    <Button variant={variant} onClick={() => void resend()} disabled={label !== 'resend'}>
      {fillPlaces(text[label], { n: cooldownSeconds })}
    </Button>
  );
}

type ProblemProps = {
  message: string;
  /** Where the address is known. */
  resending: LinkResend | undefined;
  /** The link was not used up. */
  onTryAgain: (() => void) | undefined;
};

/** What went wrong, the usual reasons, and every way on (spec §2). */
function VerificationProblem({ message, resending, onTryAgain }: ProblemProps) {
  const text = useText('auth').verify;
  useScreenTitle(text.errorHeading);
  const { email } = useServices().operator;
  return (
    <MessagePage>
      <Icon size={48} isCircled className={styles.cross} d="M17 17l14 14M31 17L17 31" />
      <StepHeading takesFocus>{text.errorHeading}</StepHeading>
      <p className={styles.message}>{message}</p>
      <div className={styles.actions}>
        {onTryAgain && <Button onClick={onTryAgain}>{text.tryAgain}</Button>}
        {resending && <ResendButton {...resending} variant={onTryAgain ? 'outline' : 'default'} />}
        <ButtonLink href="/" variant="outline">
          {text.home}
        </ButtonLink>
        <ButtonLink href="/" variant="outline">
          {text.signUpAgain}
        </ButtonLink>
      </div>
      <section className={styles.issues}>
        <h2>{text.issuesHeading}</h2>
        <TextList items={text.issues.map((issue) => fillPlaces(issue, { hours: magicLinkValidHours }))} />
        <p>
          {text.supportLead} <a href={`mailto:${email}`}>{text.support}</a>
        </p>
      </section>
    </MessagePage>
  );
}
