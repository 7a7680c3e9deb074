import { SpeechError } from '../../speech-error.ts';

/** So many failures in a row are no accident. */
const mostFailures = 3;
const firstPauseMilliseconds = 30_000;
const longestPauseMilliseconds = 5 * 60_000;

/** The server's own failures; what is wrong with a recording, or cancelled, says nothing about it. */
const serverFailures = new Set(['TRANSCRIPTION_FAILED', 'TRANSCRIPTION_TIMEOUT', 'ENGINE_BUSY']);

export type CircuitBreaker = { run<T>(work: () => Promise<T>): Promise<T> };

/**
 * Leaves a server alone that failed several times in a row, so that recordings do not wait a minute each for nothing. After
 * a pause one request asks whether it is well again; the pause grows while it is not.
 * @param now milliseconds of a clock that never goes back.
 */
export function createCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let pauseMilliseconds = firstPauseMilliseconds;
  let opensAt = 0;
  let isProbing = false;

  function admit(): void {
    if (failures < mostFailures) return;
    if (isProbing || now() < opensAt)
      throw new SpeechError('ENGINE_BUSY', 'the remote engine failed and is left alone');
    isProbing = true;
  }

  function countFailure(): void {
    failures += 1;
    if (failures < mostFailures) return;
    opensAt = now() + pauseMilliseconds;
    pauseMilliseconds = Math.min(longestPauseMilliseconds, 2 * pauseMilliseconds);
  }

  return {
    /** @throws {SpeechError} `ENGINE_BUSY` at once while the server is left alone, else what `work` throws. */
    async run(work) {
      admit();
      try {
        const value = await work();
        failures = 0;
        pauseMilliseconds = firstPauseMilliseconds;
        return value;
      } catch (error) {
        if (error instanceof SpeechError && serverFailures.has(error.code)) countFailure();
        throw error;
      } finally {
        isProbing = false;
      }
    },
  };
}
