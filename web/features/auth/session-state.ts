import type { SessionData, User } from '#shared/contract/accounts.ts';

/** Spec §3, Session: what the server said, and when the client learned it. */
export type Session = SessionData & { token: string; createdAt: string };

/** Why the session could not be asked for; it goes on, and is asked for again (design.md §5.14). */
export type Trouble = 'network' | 'server';

/** Spec §4, Auth. */
export type SessionState = {
  loading: boolean;
  session: Session | undefined;
  trouble: Trouble | undefined;
};

export type SessionEvent =
  | { type: 'no-token' }
  | { type: 'fetched'; session: Session }
  | { type: 'ended' }
  | { type: 'unreachable'; trouble: Trouble }
  | { type: 'attempts-changed'; attemptsRemaining: number }
  | { type: 'signed-out' };

export const initialSessionState: SessionState = { loading: true, session: undefined, trouble: undefined };

const signedOut: SessionState = { loading: false, session: undefined, trouble: undefined };

function withAttempts(user: User, attemptsRemaining: number): User {
  return { ...user, attemptsRemaining };
}

export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'no-token':
    case 'ended':
    case 'signed-out':
      return signedOut;
    case 'fetched':
      return { loading: false, session: event.session, trouble: undefined };
    case 'unreachable':
      return { ...state, trouble: event.trouble };
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
