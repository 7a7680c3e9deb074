import { useEffect } from 'react';
import { useLocation, useRoute } from 'wouter';
import { redirectAfterVerificationSeconds } from '#shared/limits.ts';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { useVerification } from '../../features/auth/use-verification.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { VerificationProblem } from './verification-problem.tsx';
import styles from './verify-page.module.css';

/** Read once, before the token leaves the address. */
const readEmail = () => new URLSearchParams(window.location.search).get('email') ?? undefined;

export function VerifyPage() {
  const text = useText('auth').verify;
  const [, params] = useRoute('/verify/:token');
  const email = readEmail();
  const { state, verify, resend } = useVerification(params?.token, email);

  switch (state.step) {
    case 'verifying':
      return (
        <div className={styles.page}>
          <Spinner />
          <h1 className={styles.quiet}>{text.verifying}</h1>
        </div>
      );
    case 'confirming':
      return (
        <div className={styles.page}>
          <h1>{text.confirmHeading}</h1>
          <p>{state.message}</p>
          <Button size="lg" onClick={() => void verify(true)}>
            {text.confirm}
          </Button>
        </div>
      );
    case 'success':
      return <Verified message={state.message} />;
    case 'error':
      return <VerificationProblem state={state} canResend={email !== undefined} onResend={() => void resend()} />;
  }
}

function Verified({ message }: { message: string }) {
  const text = useText('auth').verify;
  const { clock } = useServices();
  const [, navigate] = useLocation();
  useEffect(
    () => clock.after(redirectAfterVerificationSeconds * 1_000, () => navigate('/demo', { replace: true })),
    [clock, navigate],
  );
  return (
    <div className={styles.page}>
      <svg viewBox="0 0 48 48" aria-hidden="true" className={styles.tick}>
        <circle cx="24" cy="24" r="20" />
        <path d="M15 25l6 6 12-13" />
      </svg>
      <h1>{message}</h1>
      <p>{text.redirecting}</p>
      <ButtonLink href="/demo">{text.continue}</ButtonLink>
    </div>
  );
}
