import { ApiError } from '../../lib/api-error.ts';
import { wait } from '../../lib/clock.ts';
import type { Services } from '../../lib/services.ts';
import type { Session } from './session-state.ts';

const tries = 3;
const backOffMilliseconds = 1_000;

export type FetchOutcome = { type: 'fetched'; session: Session } | { type: 'failed' } | { type: 'no-network' };

/**
 * Fetches the session. A failure is concluded only when the network has answered, or when three tries with back-off
 * went unanswered while online (design.md §5.14); without a network the outcome is `no-network` and the token stays.
 */
export async function fetchSession(
  { api, tokens, clock }: Pick<Services, 'api' | 'tokens' | 'clock'>,
  isOnline: () => boolean,
): Promise<FetchOutcome> {
  const token = tokens.read();
  if (token === undefined) return { type: 'failed' };
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    try {
      const { accountContract } = await import('../../lib/account-contract.ts');
      const { data } = await api.call(accountContract.getSession, {});
      return { type: 'fetched', session: { ...data, token, createdAt: new Date(clock.now()).toISOString() } };
    } catch (error) {
      // What is no ApiError is a script that could not be fetched: no answer either.
      if (error instanceof ApiError && error.kind !== 'network') break;
      if (!isOnline()) return { type: 'no-network' };
      if (attempt < tries) await wait(clock, backOffMilliseconds * attempt);
    }
  }
  tokens.clear();
  return { type: 'failed' };
}
