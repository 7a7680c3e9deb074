import { sampleRateHz, type TimeSpan } from '../../audio/samples.ts';

/** What the embedding looks at: a window, and how much of its stretch's speech it stands for. */
export type VoiceWindow = TimeSpan & { speechSeconds: number };

const windowSeconds = 1.6;
const hopSeconds = 0.4;
/** Less than this says nothing about a voice. */
const leastStretchSeconds = 0.5;

/** Frames of the embedding's spectrum: 25 ms each, every 10 ms. */
const frameSamples = 400;
const frameHopSamples = 160;
const fullFrames = 160;
const leastFrames = 50;
/** Root mean square of every window, −25 dBFS: the embedding's spectrum is linear in the level. */
const windowLevel = 10 ** (-25 / 20);

/** Windows spread evenly over each stretch of speech (seconds), in order; stretches under half a second have none. */
export function cutWindows(stretches: readonly TimeSpan[]): VoiceWindow[] {
  return stretches.flatMap(({ startSeconds, endSeconds }) => {
    const seconds = endSeconds - startSeconds;
    if (seconds < leastStretchSeconds) return [];
    if (seconds <= windowSeconds) return [{ startSeconds, endSeconds, speechSeconds: seconds }];
    const steps = Math.ceil((seconds - windowSeconds) / hopSeconds);
    return Array.from({ length: steps + 1 }, (_, at) => {
      const start = startSeconds + ((seconds - windowSeconds) * at) / steps;
      return { startSeconds: start, endSeconds: start + windowSeconds, speechSeconds: seconds / (steps + 1) };
    });
  });
}

/** Windows of one batch must be equally long: full ones, or a short stretch in whole tenths of a second. */
export function countWindowSamples({ startSeconds, endSeconds }: TimeSpan): number {
  const found = Math.round((endSeconds - startSeconds) * 100);
  const frames = found >= fullFrames - 1 ? fullFrames : Math.max(leastFrames, Math.floor(found / 10) * 10);
  return (frames - 1) * frameHopSamples + frameSamples;
}

/** At −25 dBFS, zeros behind the end. `samples`: 16 kHz mono, from `offsetSeconds` of the recording on. */
export function takeWindow(samples: Float32Array, window: TimeSpan, offsetSeconds = 0): Float32Array {
  const length = countWindowSamples(window);
  const first = Math.trunc((window.startSeconds - offsetSeconds) * sampleRateHz) - (frameSamples - frameHopSamples) / 2;
  const start = Math.max(0, Math.min(first, samples.length - length));
  const taken = new Float32Array(length);
  taken.set(samples.subarray(start, start + length));
  const power = taken.reduce((sum, sample) => sum + sample * sample, 0) / length;
  const gain = windowLevel / Math.sqrt(power + 1e-12);
  return taken.map((sample) => sample * gain);
}
