// node qualify/parity/compare-optimised.ts FOLDER: how near a translator's optimised graphs are to the published ones beside them.
import { makeSessionOptions } from '#speech/parts/local/session-options.ts';
import { findOptimisedGraphs } from '#speech/parts/optimise/record.ts';
import { compareGraphs } from '#tests/support/compare-graphs.ts';

const [folder = ''] = process.argv.slice(2);
const graphs = await findOptimisedGraphs(folder);
if (!graphs) throw new Error(`no optimised graphs in ${folder}: npm run models -- fetch makes them`);
const deviation = await compareGraphs(folder, graphs, makeSessionOptions(2));
console.log(`within ${deviation.toFixed(3)} of the published: near 0.01 is right, near 1 is a wrong graph`);
