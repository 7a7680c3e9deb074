import { sampleRateHz } from '../../audio/format.ts';
import type { Job } from './protocol.ts';

/** Reading a gigabyte of weights from a cold, slow disk; a job may have to wait for it when its model is not loaded yet. */
const loadMilliseconds = 120_000;
/** The slowest machine worth serving works at a third of real time. */
const perAudioSecondMilliseconds = 3_000;
/** A full NLLB on one slow core needs about a second for a short sentence. */
const perCharacterMilliseconds = 250;

/** A window of a hundred words takes a tenth of a second on two cores. */
const perWordMilliseconds = 100;

/**
 * How long a job may take before its process is ended: for hanging when it has computed most of that time, for being given
 * no time by the machine otherwise.
 */
export function limitMilliseconds(job: Job): number {
  switch (job.kind) {
    case 'load':
      return loadMilliseconds * job.parts.length;
    case 'measure':
      return 2 * loadMilliseconds;
    case 'detect':
    case 'recognise':
      return loadMilliseconds + (job.samples.length / sampleRateHz) * perAudioSecondMilliseconds;
    case 'punctuate':
      return loadMilliseconds + job.words.length * perWordMilliseconds;
    case 'translate':
      return loadMilliseconds + job.sentence.length * perCharacterMilliseconds;
  }
}

/** A process that has computed for less than this share of a limit was not at work: the machine was busy with others. */
const workingShare = 0.5;

export function isStarved(cpuMilliseconds: number | undefined, limit: number): boolean {
  return cpuMilliseconds === undefined || cpuMilliseconds < workingShare * limit;
}

const firstDelayMilliseconds = 100;
const longestDelayMilliseconds = 30_000;

/** Wait before the next start, after so many exits in a row without a finished job between them. */
export function backoffMilliseconds(exitsInARow: number): number {
  if (exitsInARow <= 1) return 0;
  return Math.min(longestDelayMilliseconds, firstDelayMilliseconds * 2 ** (exitsInARow - 2));
}
