import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useToasts } from '../../components/ui/toaster.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { requestResend } from './request-link.ts';
import { useSession } from './session-context.tsx';
import { initialVerificationState, reduceVerification } from './verification-state.ts';

const oneSecondMilliseconds = 1_000;

/** The token leaves the address bar once read, so that it is in no history, screenshot or shared link; `?email=` stays. */
function takeTokenFromAddress(token: string | undefined): void {
  if (token !== undefined) window.history.replaceState(null, '', `/verify${window.location.search}`);
}

/** Verifies a magic link as soon as the page is open, once, and sends another when asked (spec §2, §4). */
export function useVerification(tokenOfAddress: string | undefined, email: string | undefined) {
  const { api, clock } = useServices();
  const { verifyMagicLink } = useSession();
  const sentence = useSentence();
  const toasts = useToasts();
  const text = useText('auth').resend;
  const [token] = useState(tokenOfAddress);
  const [state, dispatch] = useReducer(reduceVerification, initialVerificationState);
  const hasStarted = useRef(false);

  const verify = useCallback(
    async (isConfirmed: boolean) => {
      dispatch({ type: 'verifying' });
      if (token === undefined) {
        dispatch({ type: 'refused', message: sentence('VERIFICATION_TOKEN_MISSING') });
        return;
      }
      try {
        const { message } = await verifyMagicLink(token, { confirmed: isConfirmed });
        dispatch({ type: 'verified', message });
      } catch (error) {
        const message = error instanceof ApiError ? error.message : sentence('VERIFICATION_UNEXPECTED');
        const needsClick = error instanceof ApiError && error.code === 'LINK_CONFIRMATION_NEEDED';
        dispatch({ type: needsClick ? 'confirmation-needed' : 'refused', message });
      }
    },
    [token, verifyMagicLink, sentence],
  );

  useEffect(() => {
    // A link works once: a second run of this effect must not spend it.
    if (hasStarted.current) return;
    hasStarted.current = true;
    takeTokenFromAddress(token);
    void verify(false);
  }, [token, verify]);

  const isCoolingDown = state.cooldownSeconds > 0;
  useEffect(() => {
    if (!isCoolingDown) return undefined;
    return clock.every(oneSecondMilliseconds, () => dispatch({ type: 'second-passed' }));
  }, [isCoolingDown, clock]);

  const resend = async () => {
    if (state.isResending || isCoolingDown) return;
    if (email === undefined) {
      toasts.show('error', sentence('VERIFICATION_EMAIL_MISSING'));
      return;
    }
    dispatch({ type: 'resending' });
    try {
      await requestResend(api, email);
      toasts.show('success', text.sent);
      dispatch({ type: 'resent' });
    } catch (error) {
      toasts.show('error', error instanceof ApiError ? error.message : sentence('RESEND_FAILED_TRY_AGAIN'));
      const waitSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
      dispatch({ type: 'resend-failed', ...(waitSeconds === undefined ? {} : { waitSeconds }) });
    }
  };

  return { state, verify, resend };
}
