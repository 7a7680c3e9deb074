import { CallFailure } from '../../lib/call-failure.ts';
import type { Services } from '../../lib/services.ts';
import type { Session, SessionEvent, Trouble } from './session-state.ts';

export type FetchOutcome = Extract<SessionEvent, { type: 'fetched' | 'ended' }> | Unreachable;
type Unreachable = { type: 'unreachable'; trouble: Trouble; retryAfterSeconds: number | undefined };

const endsSession = (error: unknown) => error instanceof CallFailure && (error.status === 401 || error.status === 403);

/** Asks for the session once. Only a 401 or 403 ends it; anything else is trouble of the line or of the server. */
export async function fetchSession(
  { api, tokens, clock }: Pick<Services, 'api' | 'tokens' | 'clock'>,
  isOnline: () => boolean,
): Promise<FetchOutcome> {
  const token = tokens.read();
  if (token === undefined) return { type: 'ended' };
  try {
    const { accountContract } = await import('../../lib/account-contract.ts');
    const { data } = await api.call(accountContract.getSession, {});
    const session: Session = { ...data, token, createdAt: new Date(clock.now()).toISOString() };
    return { type: 'fetched', session };
  } catch (error) {
    if (endsSession(error)) {
      tokens.clear();
      return { type: 'ended' };
    }
    const isAnswer = error instanceof CallFailure && error.kind !== 'network';
    const retryAfterSeconds = error instanceof CallFailure ? error.retryAfterSeconds : undefined;
    return { type: 'unreachable', trouble: isAnswer || isOnline() ? 'server' : 'network', retryAfterSeconds };
  }
}
