import type { FastifyInstance } from 'fastify';
import { recordAttempt } from '#shared/contract/attempts.ts';
import { unlimitedAttemptsShown } from '#shared/limits.ts';
import { formatMessage } from '../http/messages.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import type { AttemptService } from './attempt-service.ts';

export function registerAttemptRoutes(app: FastifyInstance, attempts: AttemptService): void {
  registerEndpoint(app, recordAttempt, async ({ session, language }) => {
    const count = await attempts.recordOne(session.account.id);
    const key = count === unlimitedAttemptsShown ? 'ATTEMPT_RECORDED_UNLIMITED' : 'ATTEMPT_RECORDED';
    return { message: formatMessage(key, language, { count }), data: { attemptsRemaining: count } };
  });
}
