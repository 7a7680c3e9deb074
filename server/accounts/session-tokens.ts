import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';

const issuer = 'somali-speech-ai';
const audience = 'somali-speech-ai-web';
const algorithm = 'HS256';

export type SessionClaims = { sessionId: string; userId: string };

/** Three-part tokens with `exp` in seconds (spec §3); they name a session and a user and nothing personal. */
export function createSessionTokens(keys: readonly Uint8Array[], clock: Clock) {
  return {
    sign({ sessionId, userId }: SessionClaims, expiresAt: Date): Promise<string> {
      const [key] = keys;
      if (!key) throw new Error('no session key');
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(clock.now())
        .setExpirationTime(expiresAt)
        .sign(key);
    },
    /** @throws {Failure} `SESSION_EXPIRED` or `UNAUTHENTICATED` */
    async read(token: string): Promise<SessionClaims> {
      for (const key of keys) {
        try {
          const { payload } = await jwtVerify(token, key, {
            algorithms: [algorithm],
            issuer,
            audience,
            currentDate: clock.now(),
            requiredClaims: ['sub', 'sid', 'iat', 'exp'],
          });
          if (typeof payload.sub === 'string' && typeof payload.sid === 'string') {
            return { sessionId: payload.sid, userId: payload.sub };
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
