import { runBackup } from './backup.ts';
import { runEngine } from './engine.ts';
import { runFairness } from './fairness.ts';
import { runFaults } from './faults.ts';
import { runFronts } from './fronts.ts';
import { runRolling } from './rolling.ts';
import { runScaling } from './scaling.ts';
import { runUploads } from './uploads.ts';
import { runWebs } from './webs.ts';

/** `npm run qualify -- fleet` alone makes trouble; a name after `--` runs something else. */
const commands: Readonly<Record<string, () => Promise<void>>> = {
  faults: runFaults,
  uploads: runUploads,
  webs: runWebs,
  scaling: runScaling,
  fairness: runFairness,
  engine: runEngine,
  backup: runBackup,
  rolling: runRolling,
  fronts: runFronts,
};

const name = process.argv[2] ?? 'faults';
const command = commands[name];
if (!command) throw new Error(`There is no "${name}"; one of ${Object.keys(commands).join(', ')}`);
// What runs beside us is ended when we are: an exit is heard, a signal is not.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(143));
const from = Date.now();
await command();
console.log(`PASS ${name} (${((Date.now() - from) / 1000).toFixed(0)} s)`);
