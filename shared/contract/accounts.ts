import * as z from 'zod/mini';
import { type BodyOf, defineEndpoint, messageResponse, succeeded } from './endpoint.ts';
import { wordOf } from './plain-text.ts';
import { emailField, signUpBody } from './sign-up-fields.ts';

const tokenMaxCharacters = 128;

/** What a person sets on the account page, each a column of `users` by the same name; absent until they have said. */
const accountSettings = z.object({
  mayTeach: z.optional(z.boolean()),
  /** Whether a mail says that a recording is ready which took longer than five minutes; on until they say no. */
  wantsReadyMail: z.optional(z.boolean()),
});
export type AccountSettings = z.infer<typeof accountSettings>;
export const settingNames = Object.keys(accountSettings.shape) as (keyof AccountSettings)[];

export const user = z.object({
  fullName: z.string(),
  email: z.string(),
  attemptsRemaining: z.int(),
  unlimited: z.optional(z.literal(true)),
  ...accountSettings.shape,
});
export type User = z.infer<typeof user>;

const sessionData = z.object({ user, attemptsRemaining: z.int(), expiresAt: z.iso.datetime() });
export type SessionData = z.infer<typeof sessionData>;

const linkSent = succeeded({
  message: z.string(),
  /** Both in development alone. */
  magicLink: z.optional(z.url()),
  signInCode: z.optional(z.string()),
});

export const signUp = defineEndpoint({
  method: 'POST',
  path: '/auth/signup',
  summary:
    'Asks for an account; a magic link is sent by e-mail. The answer is the same for known and unknown addresses.',
  isPublic: true,
  body: signUpBody,
  response: linkSent,
});

const signedIn = succeeded({
  message: z.string(),
  data: z.extend(sessionData, { token: z.string() }),
});

export const verifyMagicLink = defineEndpoint({
  method: 'GET',
  path: '/auth/verify/:token',
  summary: 'Uses up a magic link and opens a session.',
  isPublic: true,
  params: z.object({ token: wordOf(tokenMaxCharacters, 'LINK_INVALID') }),
  /** `confirm=1`: the person has clicked, where a click is asked for (`LINK_CONFIRMATION_NEEDED`). */
  query: z.object({ confirm: z.optional(z.literal('1')) }),
  response: signedIn,
});

export const verifyCode = defineEndpoint({
  method: 'POST',
  path: '/auth/code',
  summary:
    'Opens a session by the six digits of the same mail: for ten minutes, five tries, and only with the cookie that the request for the mail was answered with.',
  isPublic: true,
  body: z.object({ email: emailField, code: z.string().check(z.regex(/^[0-9]{6}$/, 'CODE_WRONG')) }),
  response: signedIn,
});
export type VerifyCodeBody = BodyOf<typeof verifyCode>;

export const inspectLink = defineEndpoint({
  method: 'POST',
  path: '/auth/links/inspect',
  summary:
    'Whose a magic link is, and whether this browser asked for it; uses nothing up. A page asks the person before it uses an unbound one.',
  isPublic: true,
  // In the body: proxies write paths into their logs, and this token opens a session.
  body: z.object({ token: wordOf(tokenMaxCharacters, 'LINK_INVALID') }),
  response: succeeded({ data: z.object({ email: z.string(), isBound: z.boolean() }) }),
});

export const getSession = defineEndpoint({
  method: 'GET',
  path: '/auth/session',
  summary: 'The signed-in user and the attempts that remain.',
  response: succeeded({ data: sessionData }),
});

export const logOut = defineEndpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Ends the session.',
  response: messageResponse,
});

export const resendMagicLink = defineEndpoint({
  method: 'POST',
  path: '/auth/resend-magic-link',
  summary: 'Sends another magic link, at most once a minute for an address.',
  isPublic: true,
  body: z.object({ email: emailField }),
  response: linkSent,
});

export const changeSettings = defineEndpoint({
  method: 'PUT',
  path: '/account/settings',
  summary:
    'Sets what the account page shows; what is not named stays. `mayTeach`: whether recordings that the user corrected may teach the next model; taken back, they are gone from the set.',
  body: accountSettings,
  response: messageResponse,
});

export const deleteAccount = defineEndpoint({
  method: 'DELETE',
  path: '/account',
  summary: 'Deletes the account with every recording and text, now.',
  response: messageResponse,
});

export const recordAttempt = defineEndpoint({
  method: 'POST',
  path: '/attempts/use',
  summary: 'Records one attempt by itself. An upload charges its own attempt, so clients that upload never call this.',
  response: succeeded({
    message: z.string(),
    data: z.object({ attemptsRemaining: z.int() }),
  }),
});

/** A session as its owner sees it; nothing here opens it. */
const sessionSummary = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  /** To within some minutes. */
  lastUsedAt: z.iso.datetime(),
  /** "Firefox, Android", or empty where the program did not say. */
  device: z.string(),
  isCurrent: z.boolean(),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Where the signed-in user is signed in, the session in use first.',
  response: succeeded({ data: z.object({ sessions: z.array(sessionSummary) }) }),
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'Ends one session of the signed-in user.',
  params: z.object({ id: wordOf(64, 'NOT_FOUND') }),
  response: messageResponse,
});

export const endEverySession = defineEndpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'Signs out everywhere: ends every session of the signed-in user, this one too.',
  response: messageResponse,
});
