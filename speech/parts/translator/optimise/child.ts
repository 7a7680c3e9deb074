// Optimises one translation folder and ends. Forked by optimise.ts, alone in its memory: it holds a gigabyte of
// weights for a minute, and reads files whose only warrant is their own first download.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { writeOptimised } from './make-graphs.ts';
import { optimisedFolder } from './record.ts';

const [folder = ''] = process.argv.slice(2);
try {
  await writeOptimised(folder);
} catch (error) {
  await rm(path.join(folder, optimisedFolder), { recursive: true, force: true });
  throw error;
}
