import type { SessionData, User } from '#shared/contract/accounts.ts';

/** Spec §3, Session: what the server said, and when the client learned it. */
export type Session = SessionData & { token: string; createdAt: string };

/** Spec §4, Auth. */
export type SessionState = {
  loading: boolean;
  session: Session | undefined;
  /** The session could not be asked for yet: there is no network (design.md §5.14). */
  isWaitingForNetwork: boolean;
};

export type SessionEvent =
  | { type: 'no-token' }
  | { type: 'fetched'; session: Session }
  | { type: 'failed' }
  | { type: 'no-network' }
  | { type: 'attempts-changed'; attemptsRemaining: number }
  | { type: 'signed-out' };

export const initialSessionState: SessionState = { loading: true, session: undefined, isWaitingForNetwork: false };

const signedOut: SessionState = { loading: false, session: undefined, isWaitingForNetwork: false };

function withAttempts(user: User, attemptsRemaining: number): User {
  return { ...user, attemptsRemaining };
}

export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'no-token':
    case 'failed':
    case 'signed-out':
      return signedOut;
    case 'fetched':
      return { loading: false, session: event.session, isWaitingForNetwork: false };
    case 'no-network':
      return { ...state, isWaitingForNetwork: true };
    case 'attempts-changed': {
      if (state.session === undefined) return state;
      const { attemptsRemaining } = event;
      return {
        ...state,
        session: { ...state.session, attemptsRemaining, user: withAttempts(state.session.user, attemptsRemaining) },
      };
    }
  }
}
