import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';
import { sentenceFor } from '../../lib/failure-sentence.ts';
import { translate, useLanguage } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { useSession } from './session-context.tsx';
import { useLinkResend } from './use-link-resend.ts';
import { initialVerificationState, type LinkQuestion, reduceVerification } from './verification-state.ts';

/** Pauses before the tries that nobody has to ask for. */
const pausesSeconds = [2, 4, 8];

const isOfTheLine = (error: unknown) => error instanceof CallFailure && error.kind === 'network';
/** The link was not looked at, let alone used: it can be tried again. */
const isTemporary = (error: unknown) =>
  !(error instanceof CallFailure) || isOfTheLine(error) || error.status === 429 || (error.status ?? 0) >= 500;

/** Uses a magic link as soon as the page is open, once, or asks first (spec §2, §4; decision 044). */
export function useVerification(tokenOfAddress: string | undefined, email: string | undefined) {
  const { api, clock } = useServices();
  const { verifyMagicLink, loading, user } = useSession();
  const { language } = useLanguage();
  const [token] = useState(() => tokenOfAddress ?? readKeptToken());
  useEffect(() => hideLinkToken(tokenOfAddress), [tokenOfAddress]);
  const [state, dispatch] = useReducer(reduceVerification, initialVerificationState);
  const tries = useRef(0);
  const cancelNext = useRef(() => {});
  const resend = useLinkResend(state, dispatch, email);
  const signedInAs = user?.email;

  const findQuestion = useCallback(
    async (link: string): Promise<LinkQuestion | undefined> => {
      const { accountContract } = await import('../../lib/account-contract.ts');
      const { data } = await api.call(accountContract.inspectLink, { body: { token: link } });
      if (signedInAs === data.email || (data.isBound && signedInAs === undefined)) return undefined;
      return { email: data.email, signedInAs };
    },
    [api, signedInAs],
  );

  const verify = useCallback(
    async (isConfirmed: boolean): Promise<void> => {
      cancelNext.current();
      if (token === undefined) {
        dispatch({ type: 'refused', message: translate('VERIFICATION_TOKEN_MISSING', language) });
        return;
      }
      try {
        const question = isConfirmed ? undefined : await findQuestion(token);
        if (question !== undefined) return dispatch({ type: 'confirmation-needed', question });
        const { message } = await verifyMagicLink(token, { confirmed: true });
        forgetLinkToken();
        dispatch({ type: 'verified', message });
      } catch (error) {
        const message = sentenceFor(error, 'verification', language);
        if (!isTemporary(error)) {
          forgetLinkToken();
          return dispatch({ type: 'refused', message });
        }
        const pauseSeconds = isOfTheLine(error) ? pausesSeconds[tries.current] : undefined;
        tries.current += 1;
        if (pauseSeconds === undefined) return dispatch({ type: 'unreachable', message });
        dispatch({ type: 'trying-again', message });
        cancelNext.current = clock.after(pauseSeconds * 1_000, () => void verify(isConfirmed));
      }
    },
    [token, verifyMagicLink, language, findQuestion, clock],
  );

  const tryAgain = useCallback(
    (isConfirmed: boolean) => {
      tries.current = 0;
      dispatch({ type: 'verifying' });
      void verify(isConfirmed);
    },
    [verify],
  );

  const hasStarted = useRef(false);
  useEffect(() => {
    // A link works once: a second run of this effect must not spend it. Who is signed in has to be known first.
    if (hasStarted.current || (loading && token !== undefined)) return;
    hasStarted.current = true;
    void verify(false);
  }, [loading, token, verify]);

  useEffect(() => () => cancelNext.current(), []);

  const isUnreachable = state.step === 'unreachable';
  useEffect(() => {
    if (!isUnreachable) return undefined;
    const onBackOnline = () => tryAgain(false);
    window.addEventListener('online', onBackOnline);
    return () => window.removeEventListener('online', onBackOnline);
  }, [isUnreachable, tryAgain]);

  return { state, resend, confirm: () => tryAgain(true), tryAgain: () => tryAgain(false) };
}

/**
 * The token leaves the address bar once read, so that it is in no history, screenshot or shared link (security.md S10);
 * `?email=` stays. Until the link was used the entry of the history remembers it, so that a reload on a bad line loses nothing.
 */
export function hideLinkToken(tokenOfAddress: string | undefined): void {
  if (tokenOfAddress !== undefined)
    window.history.replaceState({ linkToken: tokenOfAddress }, '', `/verify${window.location.search}`);
}

export function readKeptToken(): string | undefined {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('linkToken' in state)) return undefined;
  return typeof state.linkToken === 'string' ? state.linkToken : undefined;
}

/** The link is used up or refused for good. */
export function forgetLinkToken(): void {
  if (readKeptToken() !== undefined) window.history.replaceState(null, '', window.location.href);
}
