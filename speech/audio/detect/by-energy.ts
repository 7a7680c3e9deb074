import { frameSeconds, measureFrameLevels, sampleRateHz, type TimeSpan } from '../samples.ts';
import { findSpeechSpans } from './speech-spans.ts';

const blockFrames = 5 / frameSeconds;
/** Speech has pauses between words and syllables: the quietest 15 % of a few seconds is room noise, not speech. */
const noiseShare = 0.15;
/** Speech stands this far above the room; what rustles within it does not. */
const marginDecibels = 12;
const slopeDecibels = 3;
/** Below this nothing is worth recognising, however quiet the room. */
const faintestSpeechDecibels = -55;

function quantile(levels: Float32Array, share: number): number {
  const sorted = levels.toSorted();
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

/** The noise floor around each five-second block: the lowest of its own and its neighbours', for blocks full of speech. */
function measureNoiseFloors(levels: Float32Array): number[] {
  const own: number[] = [];
  for (let start = 0; start < levels.length; start += blockFrames) {
    own.push(quantile(levels.subarray(start, start + blockFrames), noiseShare));
  }
  return own.map((floor, block) => Math.min(floor, own[block - 1] ?? floor, own[block + 1] ?? floor));
}

/**
 * Speech by level alone, for when the detector's model cannot be loaded: frames well above an adaptive noise floor.
 * It cannot tell speech from other changing sounds. 16 kHz mono samples in, spans as `findSpeechSpans` gives them.
 */
export function detectSpeechByEnergy(samples: Float32Array): TimeSpan[] {
  const levels = measureFrameLevels(samples);
  const floors = measureNoiseFloors(levels);
  const probabilities = levels.map((level, frame) => {
    const floor = floors[Math.floor(frame / blockFrames)] ?? 0;
    const threshold = Math.max(floor + marginDecibels, faintestSpeechDecibels);
    return 1 / (1 + Math.exp((threshold - level) / slopeDecibels));
  });
  return findSpeechSpans(probabilities, frameSeconds, samples.length / sampleRateHz);
}
