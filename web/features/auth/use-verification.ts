import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { inspectLink } from '#shared/contract/accounts.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { resendCooldownSeconds } from '#shared/limits.ts';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useWindowEvent } from '../../lib/browser-state.ts';
import { CallFailure, readFields } from '../../lib/call-failure.ts';
import { sentenceFor, useFailureSentence } from '../../lib/failure-sentence.ts';
import { translate, useLanguage, useSentence, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { useSession } from './session-context.tsx';
import { requestResend } from './use-sign-up.ts';

/** Whose a link is, where a person has to say that it is meant. */
export type LinkQuestion = { email: string; signedInAs: string | undefined };

/**
 * Spec §4, verification: verifying, then success or error. A click is asked for where the link was not asked for in this
 * browser, or another person is signed in; without an answer the link is not used up, and can be tried again.
 */
type VerificationState = {
  step: 'verifying' | 'confirming' | 'success' | 'unreachable' | 'error';
  message?: string;
  question?: LinkQuestion;
};

/** The link was not looked at, let alone used: it can be tried again. */
const isTemporary = (error: unknown) =>
  !(error instanceof CallFailure) || error.kind === 'network' || error.status === 429 || (error.status ?? 0) >= 500;
const isSpent = (error: unknown) =>
  error instanceof CallFailure && (error.code === 'LINK_USED' || error.code === 'LINK_SUPERSEDED');

/** Uses a magic link as soon as the page is open, once, or asks first (spec §2, §4; decision 044). */
export function useVerification(tokenOfAddress: string | undefined, email: string | undefined) {
  const { api } = useServices();
  const { verifyMagicLink, loading, user } = useSession();
  const { language } = useLanguage();
  const [token] = useState(() => tokenOfAddress ?? readKeptToken());
  useEffect(() => hideLinkToken(tokenOfAddress), [tokenOfAddress]);
  const [state, setState] = useState<VerificationState>({ step: 'verifying' });
  const move = (step: VerificationState['step'], said: Omit<VerificationState, 'step'> = {}) =>
    setState({ step, ...said });
  const resending = useLinkResend(email);
  const signedInAs = user?.email;
  const { alreadyIn } = useText('auth').verify;

  const findQuestion = async (link: string): Promise<LinkQuestion | undefined> => {
    const { data } = await api.call(inspectLink, { body: { token: link } });
    if (signedInAs === data.email || (data.isBound && signedInAs === undefined)) return undefined;
    return { email: data.email, signedInAs };
  };

  const verify = async (isConfirmed: boolean): Promise<void> => {
    if (token === undefined) return move('error', { message: translate('VERIFICATION_TOKEN_MISSING', language) });
    try {
      const question = isConfirmed ? undefined : await findQuestion(token);
      if (question !== undefined) return move('confirming', { question });
      const { message } = await verifyMagicLink(token);
      forgetLinkToken();
      move('success', { message });
    } catch (error) {
      const message = sentenceFor(error, 'verification', language);
      if (isTemporary(error)) return move('unreachable', { message });
      forgetLinkToken();
      // Nothing went wrong for who is in already; another person's link still needs its ways on.
      if (signedInAs === undefined || signedInAs !== (email ?? signedInAs) || !isSpent(error))
        return move('error', { message });
      move('success', { message: fillPlaces(alreadyIn, { email: signedInAs }) });
    }
  };

  const tryAgain = (isConfirmed: boolean) => {
    move('verifying');
    void verify(isConfirmed);
  };

  const start = useEffectEvent(() => void verify(false));
  const hasStarted = useRef(false);
  useEffect(() => {
    // A link works once: a second run of this effect must not spend it. Who is signed in has to be known first.
    if (hasStarted.current || (loading && token !== undefined)) return;
    hasStarted.current = true;
    start();
  }, [loading, token]);

  useWindowEvent('online', () => tryAgain(false), state.step === 'unreachable');

  return { state, resending, confirm: () => tryAgain(true), tryAgain: () => tryAgain(false) };
}

/**
 * The token leaves the address bar once read, so that it is in no history, screenshot or shared link (security.md S10);
 * `?email=` stays. Until the link was used the entry of the history remembers it, so that a reload on a bad line loses nothing.
 */
function hideLinkToken(tokenOfAddress: string | undefined): void {
  if (tokenOfAddress !== undefined)
    window.history.replaceState({ linkToken: tokenOfAddress }, '', `/verify${window.location.search}`);
}

function readKeptToken(): string | undefined {
  const { linkToken } = readFields(window.history.state);
  return typeof linkToken === 'string' ? linkToken : undefined;
}

/** The link is used up or refused for good. */
function forgetLinkToken(): void {
  if (readKeptToken() !== undefined) window.history.replaceState(null, '', window.location.href);
}

const oneSecondMilliseconds = 1_000;

/** Another link for the address of this one, at most once a minute (spec §2). */
function useLinkResend(email: string | undefined) {
  const { api, clock } = useServices();
  const sentence = useSentence();
  const explain = useFailureSentence();
  const toasts = useToasts();
  const text = useText('auth').resend;
  const [isResending, setIsResending] = useState(false);
  const [cooldownSeconds, setCooldownSeconds] = useState(0);

  const isCoolingDown = cooldownSeconds > 0;
  useEffect(() => {
    if (!isCoolingDown) return undefined;
    return clock.every(oneSecondMilliseconds, () => setCooldownSeconds((left) => left - 1));
  }, [isCoolingDown, clock]);

  const resend = async () => {
    if (isResending || isCoolingDown) return;
    if (!email) return toasts.show('error', sentence('VERIFICATION_EMAIL_MISSING'));
    setIsResending(true);
    try {
      await requestResend(api, email);
      toasts.show('success', text.sent);
      setCooldownSeconds(resendCooldownSeconds);
    } catch (error) {
      toasts.show('error', explain(error, 'resend'));
      setCooldownSeconds(Math.ceil((error instanceof CallFailure ? error.retryAfterSeconds : undefined) ?? 0));
    }
    setIsResending(false);
  };
  return { resend, isResending, cooldownSeconds };
}

export type LinkResend = ReturnType<typeof useLinkResend>;
