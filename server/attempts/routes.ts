import type { FastifyInstance } from 'fastify';
import { recordAttempt } from '#shared/contract/attempts.ts';
import { unlimitedAttemptsShown } from '#shared/limits.ts';
import type { SessionService } from '../accounts/session-service.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import { formatMessage } from '../messages.ts';
import type { AttemptService } from './service.ts';

type Dependencies = { sessions: SessionService; attempts: AttemptService };

export function registerAttemptRoutes(app: FastifyInstance, { sessions, attempts }: Dependencies): void {
  registerEndpoint(app, recordAttempt, async ({ request, language }) => {
    const { account } = await sessions.authenticate(request.headers.authorization);
    const count = await attempts.recordOne(account.id);
    const key = count === unlimitedAttemptsShown ? 'ATTEMPT_RECORDED_UNLIMITED' : 'ATTEMPT_RECORDED';
    return { message: formatMessage(key, language, { count }), data: { attemptsRemaining: count } };
  });
}
