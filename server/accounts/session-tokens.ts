import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';

const issuer = 'somali-speech-ai';
const audience = 'somali-speech-ai-web';
const algorithm = 'HS256';
const expected = { algorithms: [algorithm], issuer, audience, requiredClaims: ['sub', 'sid', 'iat', 'exp'] };
const mostChecked = 10_000;

export type SessionClaims = { sessionId: string; userId: string };

/** Three-part tokens with `exp` in seconds (spec §3); they name a session and a user and nothing personal. */
export function createSessionTokens(keys: readonly [Uint8Array, ...Uint8Array[]], clock: Clock) {
  /** To check a signature takes longer than all else that a short call does. */
  const checked = new Map<string, { claims: SessionClaims; exp: number }>();
  return {
    sign: ({ sessionId, userId }: SessionClaims, expiresAt: Date): Promise<string> =>
      new SignJWT({ sid: sessionId, sub: userId, iss: issuer, aud: audience })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setIssuedAt(clock.now())
        .setExpirationTime(expiresAt)
        .sign(keys[0]),
    async read(token: string): Promise<SessionClaims> {
      const known = checked.get(token);
      if (known && known.exp * 1000 > clock.now().getTime()) return known.claims;
      for (const key of keys) {
        try {
          const { payload } = await jwtVerify(token, key, { ...expected, currentDate: clock.now() });
          const { sub, sid, exp = 0 } = payload;
          if (typeof sub === 'string' && typeof sid === 'string') {
            const claims = { sessionId: sid, userId: sub };
            if (checked.size >= mostChecked) checked.clear();
            checked.set(token, { claims, exp });
            return claims;
          }
        } catch (error) {
          if (error instanceof errors.JWTExpired) throw new Failure('SESSION_EXPIRED');
        }
      }
      throw new Failure('UNAUTHENTICATED');
    },
  };
}

export type SessionTokens = ReturnType<typeof createSessionTokens>;
