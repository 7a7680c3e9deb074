// npm run qualify -- bench speech|full|large-files|api|web|queue|search: figures as ratios against a baseline measured in the same run (design.md §7).
const benches = ['speech', 'full', 'large-files', 'api', 'web', 'queue', 'search'] as const;
type Bench = { run(args: readonly string[]): Promise<void> };

const [name, ...args] = process.argv.slice(2);
const file = benches.find((bench) => bench === name);
if (!file) {
  console.error(`usage: npm run qualify -- bench ${benches.join('|')}`);
  process.exitCode = 2;
} else {
  const bench: Bench = await import(`./${file}.ts`);
  await bench.run(args);
}
