import './zod-without-eval.ts';
import { getSession, logOut, verifyCode, verifyMagicLink } from '#shared/contract/accounts.ts';

/** The session's part of the contract, fetched when a call is first made: the landing page's script has a tight budget. */
export const accountContract = { getSession, logOut, verifyCode, verifyMagicLink };
