// npm run qualify -- bench speech|full|punctuation|large-files|api|web|queue: figures as ratios against a baseline measured in the same run (design.md §7).
import { existsSync } from 'node:fs';

const benches = ['speech', 'full', 'punctuation', 'large-files', 'api', 'web', 'queue'] as const;
type Bench = { run(args: readonly string[]): Promise<void> };

const [name, ...args] = process.argv.slice(2);
const file = benches.find((bench) => bench === name);
const location = file && new URL(`./${file}.ts`, import.meta.url);
if (!location || !existsSync(location)) {
  console.error(`usage: npm run qualify -- bench ${benches.join('|')}`);
  process.exitCode = 2;
} else {
  const bench: Bench = await import(location.href);
  await bench.run(args);
}
