import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#shared/contract/accounts.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { readOwnWords, saveOwnWords } from '#shared/contract/own-words.ts';
import { unlimitedAttemptsShown } from '#shared/limits.ts';
import { findOwnWordsFault, tidyOwnWords } from '#shared/own-words.ts';
import { Failure } from '../core/failure.ts';
import { describeSession, shownAttempts } from '../core/session.ts';
import { formatMessage } from '../core/texts.ts';
import { toFailure } from '../http/answer-failure.ts';
import { type Call, registerEndpoint } from '../http/register-endpoint.ts';
import { chargeAttempt } from '../ledger/store.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { ServiceContext } from '../service-context.ts';
import type { BrowserBindings } from './browser-binding.ts';
import { describeDevice } from './describe-device.ts';
import type { LinkRequester, LinkService, SentSecrets } from './link-service.ts';
import type { SessionService } from './session-service.ts';
import * as store from './store.ts';
import type { VerificationService } from './verification-service.ts';

type Dependencies = ServiceContext & {
  limiter: Limiter;
  links: LinkService;
  verification: VerificationService;
  sessions: SessionService;
  bindings: BrowserBindings;
  deleteAccount: (userId: string, email: string) => Promise<void>;
  /** Development mail: the link and the code are also in the answer (spec §7). */
  showsLinks: boolean;
};

type Asked = Pick<Call<Endpoint>, 'request' | 'reply' | 'ip' | 'language'>;

/** Programs send no `Sec-Fetch-*`; a browser's own fetch does, and nothing else of a browser may use up a link (security.md S11). */
function refusePrefetch(request: FastifyRequest): void {
  const { headers } = request;
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`;
  if (/prefetch|prerender/i.test(purpose)) throw new Failure('FORBIDDEN');
  const site = headers['sec-fetch-site'];
  if (site === undefined) return;
  const destination = headers['sec-fetch-dest'];
  if (site !== 'same-origin' || (destination !== undefined && destination !== 'empty'))
    throw new Failure('ORIGIN_REFUSED');
}

export function registerAccountRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { links, verification, bindings, showsLinks } = dependencies;
  const requesterOf = ({ request, reply, ip, language }: Asked, email: string): LinkRequester => ({
    ip,
    language,
    browserBinding: bindings.readOrSet(request, reply),
    hasSignedIn: bindings.hasSignedIn(request, email),
  });
  const shown = (sent: SentSecrets) => (showsLinks && sent ? { magicLink: sent.link, signInCode: sent.code } : {});

  registerEndpoint(app, contract.signUp, async (call) => {
    const sent = await links.signUp(call.body, requesterOf(call, call.body.email));
    return { message: formatMessage('LINK_SENT', call.language), ...shown(sent) };
  });

  registerEndpoint(app, contract.resendMagicLink, async (call) => {
    const sent = await links.resend(call.body.email, requesterOf(call, call.body.email));
    return { message: formatMessage('LINK_SENT_AGAIN', call.language), ...shown(sent) };
  });

  registerEndpoint(app, contract.verifyMagicLink, async ({ params, query, request, reply, ip, language }) => {
    refusePrefetch(request);
    const hasConfirmed = query.confirm === '1';
    const device = describeDevice(request.headers['user-agent']);
    const verifier = { ip, browserBinding: bindings.read(request), hasConfirmed, device };
    const data = await verification.verify(params.token, verifier);
    bindings.noteSignIn(reply, data.user.email);
    return { message: formatMessage('SIGNED_IN', language), data };
  });

  registerEndpoint(app, contract.verifyCode, async ({ body, request, reply, ip, language }) => {
    const device = describeDevice(request.headers['user-agent']);
    const data = await verification.verifyCode(body, { ip, browserBinding: bindings.read(request), device });
    bindings.noteSignIn(reply, data.user.email);
    return { message: formatMessage('SIGNED_IN', language), data };
  });

  registerEndpoint(app, contract.inspectLink, async ({ body, request, ip }) => {
    refusePrefetch(request);
    return { data: await verification.inspect(body.token, { ip, browserBinding: bindings.read(request) }) };
  });

  registerSessionRoutes(app, dependencies);
  registerOwnRoutes(app, dependencies);
}

/** Spec §7's own call: one attempt, apart from any upload. */
const recordOwnAttempt = (userId: string, { database, clock, log }: ServiceContext): Promise<number> =>
  database.db.transaction(async (tx) => {
    const charged = await chargeAttempt(tx, { userId, reason: 'recorded by the client', at: clock.now() });
    const account = await store.readAccount(tx, userId);
    if (!charged || !account) throw new Failure('ATTEMPTS_EXHAUSTED');
    log('attempt_charged', { user: userId, by: 'client' });
    return shownAttempts(account);
  });

function registerSessionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { sessions } = dependencies;

  registerEndpoint(app, contract.getSession, async ({ session }) => ({ data: describeSession(session) }));

  registerEndpoint(app, contract.logOut, async ({ session, reply, language }) => {
    await sessions.logOut(session);
    reply.header('clear-site-data', '"cache"');
    return { message: formatMessage('SIGNED_OUT', language) };
  });

  registerEndpoint(app, contract.recordAttempt, async ({ session, language }) => {
    const count = await recordOwnAttempt(session.account.id, dependencies).catch((cause) => {
      const failure = toFailure(cause);
      throw failure.code === 'SERVER_ERROR' ? new Failure('ATTEMPT_NOT_RECORDED', { cause }) : failure;
    });
    const key = count === unlimitedAttemptsShown ? 'ATTEMPT_RECORDED_UNLIMITED' : 'ATTEMPT_RECORDED';
    return { message: formatMessage(key, language, { count }), data: { attemptsRemaining: count } };
  });

  registerEndpoint(app, contract.listSessions, async ({ session }) => {
    return { data: { sessions: await sessions.list(session) } };
  });

  registerEndpoint(app, contract.endSession, async ({ session, params, language }) => {
    await sessions.end(session, params.id);
    return { message: formatMessage('SESSION_ENDED', language) };
  });

  registerEndpoint(app, contract.endEverySession, async ({ session, reply, language }) => {
    await sessions.endAll(session);
    reply.header('clear-site-data', '"cache"');
    return { message: formatMessage('SIGNED_OUT_EVERYWHERE', language) };
  });
}

function registerOwnRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { limiter, database, clock, log } = dependencies;

  registerEndpoint(app, contract.changeSettings, async ({ session: { account }, body, language }) => {
    await limiter.take('savesPerUserPerMinute', account.id);
    await store.saveSettings(database.db, account.id, body, clock.now());
    log('settings_changed', { email: account.email, ...body });
    return { message: formatMessage('SETTINGS_SAVED', language) };
  });

  registerEndpoint(app, readOwnWords, async ({ session: { account } }) => {
    return { data: { words: await store.readOwnWords(database.db, account.id) } };
  });

  registerEndpoint(app, saveOwnWords, async ({ session: { account }, body, language }) => {
    await limiter.take('savesPerUserPerMinute', account.id);
    const words = tidyOwnWords(body.words);
    const fault = findOwnWordsFault(words);
    if (fault) throw new Failure(fault.code, { values: fault.values });
    await store.saveOwnWords(database.db, account.id, words);
    return { message: formatMessage('SETTINGS_SAVED', language) };
  });

  registerEndpoint(app, contract.deleteAccount, async ({ session: { account }, reply, language }) => {
    await dependencies.deleteAccount(account.id, account.email);
    dependencies.bindings.forgetSignIn(reply);
    // Never "cookies": the browser's mark is not the person's (decisions/023).
    reply.header('clear-site-data', '"cache", "storage"');
    return { message: formatMessage('ACCOUNT_DELETED', language) };
  });
}
