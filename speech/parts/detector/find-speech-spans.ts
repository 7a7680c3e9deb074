import { sampleRateHz, type TimeSpan } from '../../audio/samples.ts';

/** Silero's window at 16 kHz. */
export const windowSamples = 512;
export const windowSeconds = windowSamples / sampleRateHz;

/** A span starts where the probability reaches `onset` and ends where it falls below `offset` for long enough. */
const onset = 0.5;
const offset = 0.35;
const minSpeechSeconds = 0.25;

/** Pauses at least this long part two spans; `paddingSeconds` is added on both sides. */
type SpanRules = { minSilenceSeconds: number; paddingSeconds: number };
/** Detectors notice soft consonants late. Of 0.15 to 0.6 s of padding the fewest errors on dev clips. */
const paddedRules: SpanRules = { minSilenceSeconds: 0.5, paddingSeconds: 0.3 };
/** As voices were told apart best (decision 168). */
const tightRules: SpanRules = { minSilenceSeconds: 0.2, paddingSeconds: 0.06 };

/** Runs of windows, `[first, after last)`, by hysteresis; pauses shorter than `minSilenceWindows` are bridged. */
function findRuns(probabilities: ArrayLike<number>, minSilenceWindows: number): [number, number][] {
  const runs: [number, number][] = [];
  let first = -1;
  let silentFrom = -1;
  for (let window = 0; window < probabilities.length; window++) {
    const probability = probabilities[window] ?? 0;
    if (probability >= onset) {
      if (first < 0) first = window;
      silentFrom = -1;
    } else if (first >= 0 && probability < offset) {
      if (silentFrom < 0) silentFrom = window;
      if (window + 1 - silentFrom >= minSilenceWindows) {
        runs.push([first, silentFrom]);
        first = -1;
        silentFrom = -1;
      }
    }
  }
  if (first >= 0) runs.push([first, silentFrom < 0 ? probabilities.length : silentFrom]);
  return runs;
}

/**
 * Spans of speech in seconds, in order, not overlapping, within `[0, durationSeconds]`, by the rules of Silero's own
 * post-processing (hysteresis, least lengths, padding).
 */
export function findSpeechSpans(
  probabilities: ArrayLike<number>,
  windowSeconds: number,
  durationSeconds: number,
  { minSilenceSeconds, paddingSeconds } = paddedRules,
): TimeSpan[] {
  const runs = findRuns(probabilities, Math.max(1, Math.ceil(minSilenceSeconds / windowSeconds)))
    .map(([first, afterLast]) => ({ start: first * windowSeconds, end: afterLast * windowSeconds }))
    .filter(({ start, end }) => end - start >= minSpeechSeconds);
  return runs.map(({ start, end }, index) => {
    const before = runs[index - 1];
    const after = runs[index + 1];
    const earliest = before ? (before.end + start) / 2 : 0;
    const latest = after ? (end + after.start) / 2 : durationSeconds;
    return {
      startSeconds: Math.max(earliest, start - paddingSeconds),
      endSeconds: Math.min(latest, end + paddingSeconds, durationSeconds),
    };
  });
}

/**
 * Speech by the detector's probabilities for windows of 32 ms; none for silence. `padded`: with room around, short pauses
 * inside, as a recogniser hears it. `tight`: close to the voices, parted at every pause of 0.2 s, to tell voices apart by.
 */
export const findDetectedSpeech = (probabilities: ArrayLike<number>, durationSeconds: number) => ({
  padded: findSpeechSpans(probabilities, windowSeconds, durationSeconds, paddedRules),
  tight: findSpeechSpans(probabilities, windowSeconds, durationSeconds, tightRules),
});
