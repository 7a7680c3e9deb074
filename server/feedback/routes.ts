import type { FastifyInstance } from 'fastify';
import { rateTranscription } from '#shared/contract/results.ts';
import { Failure } from '../core/failure.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { ServiceContext } from '../service-context.ts';
import { saveRating } from './store.ts';

export function registerFeedbackRoutes(
  app: FastifyInstance,
  { database: { db }, limiter, log }: ServiceContext & { limiter: Limiter },
) {
  registerEndpoint(app, rateTranscription, async ({ session: { account }, params: { id }, body: { isRight } }) => {
    await limiter.take('savesPerUserPerMinute', account.id);
    const band = await saveRating(db, { id, userId: account.id, isRight });
    if (band === undefined) throw new Failure('NOT_FOUND');
    log('result_rated', { band, isRight });
    return {};
  });
}
