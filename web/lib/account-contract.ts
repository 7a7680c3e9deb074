import './zod-without-eval.ts';

/** The accounts' part of the contract, fetched when a call is first made: the landing page's script has a tight budget. */
export { getSession, logOut, resendMagicLink, signUp, verifyMagicLink } from '#shared/contract/accounts.ts';
export { recordAttempt } from '#shared/contract/attempts.ts';
