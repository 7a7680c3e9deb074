import { useEffect } from 'react';
import { useLocation, useRoute } from 'wouter';
import { redirectAfterVerificationSeconds } from '#shared/limits.ts';
import { ButtonLink } from '../../components/ui/button.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { useVerification } from '../../features/auth/use-verification.ts';
import { useText } from '../../lib/language-context.ts';
import { useScreenTitle } from '../../lib/page-title.ts';
import { useServices } from '../../lib/services.ts';
import { MessagePage } from '../message.tsx';
import { LinkConfirmation } from './link-confirmation.tsx';
import { VerificationProblem } from './verification-problem.tsx';
import styles from './verify-page.module.css';

/** Read once, before the token leaves the address. */
const readEmail = () => new URLSearchParams(window.location.search).get('email') ?? undefined;

export function VerifyPage() {
  const text = useText('auth').verify;
  const [, params] = useRoute('/verify/:token');
  const email = readEmail();
  const { state, confirm, tryAgain, resend } = useVerification(params?.token, email);

  switch (state.step) {
    case 'verifying':
      return (
        <MessagePage>
          <Spinner />
          <h1 className={styles.quiet}>{text.verifying}</h1>
          {state.message !== '' && (
            <p role="status">
              {state.message} {text.tryingAgain}
            </p>
          )}
        </MessagePage>
      );
    case 'confirming':
      return state.question && <LinkConfirmation question={state.question} onConfirm={confirm} />;
    case 'success':
      return <Verified message={state.message} />;
    case 'unreachable':
    case 'error':
      return (
        <VerificationProblem
          state={state}
          canResend={email !== undefined}
          onResend={() => void resend()}
          onTryAgain={state.step === 'unreachable' ? tryAgain : undefined}
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
      <svg viewBox="0 0 48 48" aria-hidden="true" className={styles.tick}>
        <circle cx="24" cy="24" r="20" />
        <path d="M15 25l6 6 12-13" />
      </svg>
      <h1>{message}</h1>
      <p>{text.redirecting}</p>
      <ButtonLink href="/demo">{text.continue}</ButtonLink>
    </MessagePage>
  );
}
