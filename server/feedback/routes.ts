import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { rateTranscription, setTeaching } from '#shared/contract/results.ts';
import type { Basis } from '../basis.ts';
import { Failure } from '../core/failure.ts';
import { formatMessage } from '../core/texts.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import type { Limiter } from '../limits/limiter.ts';
import { savePermission, saveRating } from './store.ts';

const speakers = 2 ** 31;

/** What people tell us of their results: whether they were right, and whether what they corrected may teach. */
export function registerFeedbackRoutes(
  app: FastifyInstance,
  { database: { db }, clock, limiter, log }: Basis & { limiter: Limiter },
) {
  registerEndpoint(app, setTeaching, async ({ session: { account }, body: { mayTeach }, language }) => {
    await limiter.take('savesPerUserPerMinute', account.id);
    await savePermission(db, account.id, { mayTeach, speaker: randomInt(1, speakers), at: clock.now() });
    log('teaching_changed', { email: account.email, mayTeach });
    return { message: formatMessage(mayTeach ? 'TEACHING_ALLOWED' : 'TEACHING_REFUSED', language) };
  });

  registerEndpoint(app, rateTranscription, async ({ session: { account }, params: { id }, body: { isRight } }) => {
    await limiter.take('savesPerUserPerMinute', account.id);
    const band = await saveRating(db, { id, userId: account.id, isRight });
    if (band === undefined) throw new Failure('NOT_FOUND');
    log('result_rated', { band, isRight });
    return {};
  });
}
