import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  deleteAccount,
  getSession,
  inspectLink,
  logOut,
  resendMagicLink,
  signUp,
  verifyMagicLink,
} from '#shared/contract/accounts.ts';
import { Failure } from '../failure.ts';
import { type Call, registerEndpoint } from '../http/register-endpoint.ts';
import { formatMessage } from '../messages.ts';
import type { BrowserMarks } from './browser-mark.ts';
import { clearSiteData } from './clear-site-data.ts';
import type { DeletionService } from './deletion-service.ts';
import { describeDevice } from './describe-device.ts';
import type { Asker, LinkService } from './link-service.ts';
import { describeSession, type SessionService } from './session-service.ts';
import type { VerificationService } from './verification-service.ts';

type Dependencies = {
  links: LinkService;
  verification: VerificationService;
  sessions: SessionService;
  deletion: DeletionService;
  marks: BrowserMarks;
  /** Development mail: the link is also in the answer (spec §7). */
  showsLinks: boolean;
};

/** Programs send no `Sec-Fetch-*`; a browser's own fetch does, and nothing else of a browser may use up a link (security.md S11). */
function refusePrefetch(request: FastifyRequest): void {
  const { headers } = request;
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`;
  if (/prefetch|prerender/i.test(purpose)) throw new Failure('FORBIDDEN');
  const site = headers['sec-fetch-site'];
  if (site === undefined) return;
  const destination = headers['sec-fetch-dest'];
  if (site !== 'same-origin' || (destination !== undefined && destination !== 'empty'))
    throw new Failure('ORIGIN_REFUSED');
}

export function registerAccountRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { links, verification, sessions, deletion, marks, showsLinks } = dependencies;
  const askerOf = ({
    request,
    reply,
    ip,
    language,
  }: Pick<Call<typeof signUp>, 'request' | 'reply' | 'ip' | 'language'>): Asker => ({
    ip,
    language,
    browserMark: marks.readOrSet(request, reply),
  });
  const shown = (link: string | null) => (showsLinks && link ? { magicLink: link } : {});
  const say = formatMessage;

  registerEndpoint(app, signUp, async (call) => {
    const { link } = await links.signUp(call.body, askerOf(call));
    return { message: say('LINK_SENT', call.language), ...shown(link) };
  });

  registerEndpoint(app, resendMagicLink, async (call) => {
    const { link } = await links.resend(call.body.email, askerOf(call));
    return { message: say('LINK_SENT_AGAIN', call.language), ...shown(link) };
  });

  registerEndpoint(app, verifyMagicLink, async ({ params, query, request, ip, language }) => {
    refusePrefetch(request);
    const hasConfirmed = query.confirm === '1';
    const device = describeDevice(request.headers['user-agent']);
    const verifier = { ip, browserMark: marks.read(request), hasConfirmed, device };
    const data = await verification.verify(params.token, verifier);
    return { message: say('SIGNED_IN', language), data };
  });

  registerEndpoint(app, inspectLink, async ({ params, request, ip }) => {
    refusePrefetch(request);
    return { data: await verification.inspect(params.token, { ip, browserMark: marks.read(request) }) };
  });

  registerEndpoint(app, getSession, async ({ session }) => ({ data: describeSession(session) }));

  registerEndpoint(app, logOut, async ({ session, reply, language }) => {
    await sessions.logOut(session);
    clearSiteData(reply, '"cache"');
    return { message: say('SIGNED_OUT', language) };
  });

  registerEndpoint(app, deleteAccount, async ({ session: { account }, reply, language }) => {
    await deletion.deleteAccount(account.id, account.email);
    clearSiteData(reply, '"cache", "storage"');
    return { message: say('ACCOUNT_DELETED', language) };
  });
}
