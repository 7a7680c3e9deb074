import { getAudio } from '#shared/contract/transcription.ts';
import { apiBasePath } from '#shared/limits.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { isSameSecret, type Keys } from '../core/keys.ts';

const textOf = (transcriptionId: string, expires: string) => `${transcriptionId}.${expires}`;

/** Addresses of our own audio route, signed with a key of the server's (security.md S50). */
export function createUrlSigner(keys: Keys, clock: Clock, appUrl: URL) {
  function signPath(transcriptionId: string, validSeconds: number): string {
    const expires = String(Math.floor(clock.now().getTime() / 1000) + validSeconds);
    const signature = keys.signatures(textOf(transcriptionId, expires))[0] ?? '';
    const path = `${apiBasePath}${getAudio.path.replace(':id', transcriptionId)}`;
    return `${path}?${new URLSearchParams({ expires, signature })}`;
  }

  return {
    /** Path and query: for a page of ours, at whichever name it was opened. */
    signPath,
    sign: (transcriptionId: string, validSeconds: number) =>
      new URL(signPath(transcriptionId, validSeconds), appUrl).href,
    /** @throws {Failure} `NOT_FOUND`, whatever is wrong: a guess learns nothing */
    check(transcriptionId: string, expires: string, signature: string): void {
      const expected = keys.signatures(textOf(transcriptionId, expires));
      const isOurs = expected.some((one) => isSameSecret(one, signature));
      if (!isOurs || Number(expires) * 1000 <= clock.now().getTime()) throw new Failure('NOT_FOUND');
    },
  };
}

export type UrlSigner = ReturnType<typeof createUrlSigner>;
