import { type Dispatch, useEffect } from 'react';
import { useToasts } from '../../components/ui/toaster.tsx';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFailureSentence } from '../../lib/failure-sentence.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { requestResend } from './request-link.ts';
import type { VerificationEvent, VerificationState } from './verification-state.ts';

const oneSecondMilliseconds = 1_000;

/** Another link for the address of this one, at most once a minute (spec §2). */
export function useLinkResend(
  state: VerificationState,
  dispatch: Dispatch<VerificationEvent>,
  email: string | undefined,
): () => Promise<void> {
  const { api, clock } = useServices();
  const sentence = useSentence();
  const explain = useFailureSentence();
  const toasts = useToasts();
  const text = useText('auth').resend;

  const isCoolingDown = state.cooldownSeconds > 0;
  useEffect(() => {
    if (!isCoolingDown) return undefined;
    return clock.every(oneSecondMilliseconds, () => dispatch({ type: 'second-passed' }));
  }, [isCoolingDown, clock, dispatch]);

  return async () => {
    if (state.isResending || isCoolingDown) return;
    if (!email) {
      toasts.show('error', sentence('VERIFICATION_EMAIL_MISSING'));
      return;
    }
    dispatch({ type: 'resending' });
    try {
      await requestResend(api, email);
      toasts.show('success', text.sent);
      dispatch({ type: 'resent' });
    } catch (error) {
      toasts.show('error', explain(error, 'resend'));
      const waitSeconds = error instanceof CallFailure ? error.retryAfterSeconds : undefined;
      dispatch({ type: 'resend-failed', ...(waitSeconds === undefined ? {} : { waitSeconds }) });
    }
  };
}
