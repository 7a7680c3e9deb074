import { sampleRateHz } from '../../audio/samples.ts';

/** Silero's window at 16 kHz. */
export const windowSamples = 512;
export const windowSeconds = windowSamples / sampleRateHz;
