import type { SessionData } from '#shared/contract/accounts.ts';

/** Spec §3, Session: what the server said, and when the client learned it. */
export type Session = SessionData & { token: string; createdAt: string };

/** Why the session could not be asked for; it goes on, and is asked for again (design.md §5.14). */
export type Trouble = 'network' | 'server';

/** `ending`: due for refresh (spec §4), which takes a new link; said while there is still time to finish. */
export type SessionNotice = Trouble | 'ending';

/** Spec §4, Auth. */
export type SessionState = {
  loading: boolean;
  session: Session | undefined;
  notice: SessionNotice | undefined;
};

export type SessionEvent =
  | { type: 'no-token' }
  | { type: 'fetched'; session: Session }
  | { type: 'ended' }
  | { type: 'unreachable'; trouble: Trouble }
  | { type: 'ending' }
  | { type: 'attempts-changed'; attemptsRemaining: number }
  | { type: 'signed-out' };

export const initialSessionState: SessionState = { loading: true, session: undefined, notice: undefined };

const signedOut: SessionState = { loading: false, session: undefined, notice: undefined };

export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'no-token':
    case 'ended':
    case 'signed-out':
      return state.session === undefined && !state.loading ? state : signedOut;
    case 'fetched':
      return { loading: false, session: event.session, notice: undefined };
    case 'unreachable':
      return { ...state, notice: event.trouble };
    case 'ending':
      return state.session === undefined ? state : { ...state, notice: 'ending' };
    case 'attempts-changed': {
      if (state.session === undefined) return state;
      const { attemptsRemaining } = event;
      const user = { ...state.session.user, attemptsRemaining };
      return { ...state, session: { ...state.session, attemptsRemaining, user } };
    }
  }
}
