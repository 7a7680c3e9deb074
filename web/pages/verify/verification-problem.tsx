import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { magicLinkValidHours } from '#shared/limits.ts';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { describeResendButton, type VerificationState } from '../../features/auth/verification-state.ts';
import { useText } from '../../lib/language-context.ts';
import { useScreenTitle } from '../../lib/page-title.ts';
import { mailDraftAddress, useServiceInfo } from '../../lib/service-info.ts';
import { MessagePage } from '../message.tsx';
import styles from './verify-page.module.css';

type Props = {
  state: VerificationState;
  canResend: boolean;
  onResend: () => void;
  /** The link was not used up. */
  onTryAgain: (() => void) | undefined;
};

/** What went wrong, the usual reasons, and every way on (spec §2). */
export function VerificationProblem({ state, canResend, onResend, onTryAgain }: Props) {
  const text = useText('auth').verify;
  useScreenTitle(text.errorHeading);
  const info = useServiceInfo();
  const button = describeResendButton(state);
  return (
    <MessagePage>
      <svg viewBox="0 0 48 48" aria-hidden="true" className={styles.cross}>
        <circle cx="24" cy="24" r="20" />
        <path d="M17 17l14 14M31 17L17 31" />
      </svg>
      <h1>{text.errorHeading}</h1>
      <p className={styles.message}>{state.message}</p>
      <div className={styles.actions}>
        {onTryAgain && <Button onClick={onTryAgain}>{text.tryAgain}</Button>}
        {canResend && (
          <Button variant={onTryAgain ? 'outline' : 'default'} onClick={onResend} disabled={button.isDisabled}>
            {fillPlaces(text[button.label], { n: state.cooldownSeconds })}
          </Button>
        )}
        <ButtonLink href="/" variant="outline">
          {text.home}
        </ButtonLink>
        <ButtonLink href="/" variant="secondary">
          {text.signUpAgain}
        </ButtonLink>
      </div>
      <section className={styles.issues}>
        <h2>{text.issuesHeading}</h2>
        <ul>
          {text.issues.map((issue) => (
            <li key={issue}>{fillPlaces(issue, { hours: magicLinkValidHours })}</li>
          ))}
        </ul>
        {info !== undefined && (
          <p>
            {text.supportLead} <a href={mailDraftAddress(info.supportEmail)}>{text.support}</a>
          </p>
        )}
      </section>
    </MessagePage>
  );
}
