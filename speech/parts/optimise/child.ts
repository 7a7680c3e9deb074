// Optimises one model's folder and ends. Forked by optimise.ts, alone in its memory: it holds a gigabyte of weights for a
// minute, and reads files whose only warrant is their own first download.
import { writeOptimised } from './make-graphs.ts';

await writeOptimised(process.argv[2] ?? '');
