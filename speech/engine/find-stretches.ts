import { cutSegments } from '../audio/cut-segments.ts';
import type { TimeSpan } from '../audio/samples.ts';
import type { Sound } from '../audio/sound-file.ts';
import { findDetectedSpeech, windowSeconds } from '../parts/detector/find-speech-spans.ts';
import type { Detector } from '../parts/ports.ts';
import { roundSeconds } from './build-segments.ts';

/** Whole windows, about half a minute: in memory at a time, and before others get their turn of the detector. */
const pieceSeconds = 1_000 * windowSeconds;

/**
 * Where speech is; the sound is read piece by piece. `stretches`: cut to what a recogniser takes at once; `tight`: close to
 * the voices, parted at every short pause. In order, not overlapping, in whole milliseconds.
 */
export async function findStretches(detector: Detector, sound: Sound, signal?: AbortSignal) {
  const { durationSeconds } = sound;
  const probabilities: number[] = [];
  let memory: Float32Array | null = null;
  for (let startSeconds = 0; startSeconds < durationSeconds; startSeconds += pieceSeconds) {
    const samples = await sound.read({ startSeconds, endSeconds: startSeconds + pieceSeconds });
    const piece = await detector.detect({ samples, memory }, signal);
    probabilities.push(...piece.probabilities);
    memory = piece.memory;
  }
  const { padded, tight } = findDetectedSpeech(probabilities, durationSeconds);
  return { stretches: (await cutSegments(padded, sound)).map(roundTimes), tight: tight.map(roundTimes) };
}

const roundTimes = ({ startSeconds, endSeconds }: TimeSpan): TimeSpan => ({
  startSeconds: roundSeconds(startSeconds),
  endSeconds: roundSeconds(endSeconds),
});
