// Optimises one translation folder and ends. Forked by optimise.ts, alone in its memory: it holds a gigabyte of
// weights for a minute, and reads files that nobody vouches for but their own first download.
import { rm } from 'node:fs/promises';
import { freemem } from 'node:os';
import path from 'node:path';
import { makeSessionOptions } from '../../local/session-options.ts';
import { compareGraphs, writeOptimised } from './make-graphs.ts';
import { optimisedFolder, writeOptimisedRecord } from './record.ts';

/** The published graphs unpack their output layer to floats; with less than this free the machine may kill somebody. */
const checkFromBytes = 3.5 * 1024 ** 3;
/** int8 in place of floats in one layer changes logits by a few hundredths of their size; a wrong graph by all of it. */
const largestDeviation = 0.15;

const [folder = ''] = process.argv.slice(2);
try {
  const record = await writeOptimised(folder);
  const freeBytes = Math.min(process.availableMemory(), freemem() + process.memoryUsage().rss);
  const deviation = freeBytes < checkFromBytes ? null : await compareGraphs(folder, record, makeSessionOptions(2));
  if (deviation !== null && !(deviation <= largestDeviation)) {
    throw new RangeError(`the optimised translator deviates by ${deviation.toFixed(3)}`);
  }
  await writeOptimisedRecord(folder, { ...record, deviation });
} catch (error) {
  await rm(path.join(folder, optimisedFolder), { recursive: true, force: true });
  throw error;
}
