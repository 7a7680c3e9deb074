import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';

const issuer = 'somali-speech-ai';
const audience = 'somali-speech-ai-web';
const algorithm = 'HS256';
const maxRemembered = 10_000;

export type SessionClaims = { sessionId: string; userId: string };

/** Three-part tokens with `exp` in seconds (spec §3); they name a session and a user and nothing personal. */
export function createSessionTokens(keys: readonly Uint8Array[], clock: Clock) {
  /** Tokens whose signature has been checked: a browser sends the same one with every request. */
  const checked = new Map<string, { claims: SessionClaims; endsAt: number }>();

  function remember(token: string, claims: SessionClaims, endsAt: number): SessionClaims {
    if (checked.size >= maxRemembered) checked.clear();
    checked.set(token, { claims, endsAt });
    return claims;
  }

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
      const known = checked.get(token);
      if (known && known.endsAt > clock.now().getTime()) return known.claims;
      checked.delete(token);
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
            return remember(token, { sessionId: payload.sid, userId: payload.sub }, (payload.exp ?? 0) * 1000);
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
