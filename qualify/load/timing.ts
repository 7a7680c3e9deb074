import { setTimeout as sleep } from 'node:timers/promises';
import { resendCooldownSeconds } from '#shared/limits.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { createServerProcess } from '#tests/support/server-process.ts';
import { signIn, signUp, uniqueEmail } from '#tests/support/test-client.ts';
import { median } from '../bench/median.ts';
import { compareSamples } from './rank-test.ts';

/** Can a stranger tell by the time of an answer whether an address has an account (security.md S19)? */
const pairs = Number(process.env.TIMING_PAIRS ?? 300);
/** What a stranger could not use over the internet, once a minute for an address, sixty an hour from one place. */
const harmlessMilliseconds = 5;
const significance = 0.01;

async function time(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const postgres = await startPostgresServer();
const env = {
  DATABASE_URL: await postgres.createDatabase(),
  ROLE: 'web',
};
const server = await createServerProcess({ env });
await server.start();
try {
  const known: string[] = [];
  for (let count = 0; count < pairs; count += 1) known.push((await signIn(server.base)).email);
  await sleep((resendCooldownSeconds + 1) * 1000);
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const email of known) {
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const address = kind === 'known' ? email : uniqueEmail();
      times[kind].push(await time(() => signUp(server.base, address)));
    }
  }
  const { z, p, shift, interval, detectable } = compareSamples(times.known, times.unknown);
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  console.log(`sign-up of ${pairs} known and ${pairs} unknown addresses, in random order`);
  console.log(`median: known ${ms(median(times.known))}, unknown ${ms(median(times.unknown))}`);
  console.log(`Mann-Whitney z = ${z.toFixed(2)}, p = ${p.toFixed(3)} (two-sided)`);
  console.log(`shift ${ms(shift)}, 95 % interval ${ms(interval[0])} to ${ms(interval[1])}`);
  console.log(`power: a shift of ${ms(detectable)} would be found in 80 % of such runs`);
  const widest = Math.max(Math.abs(interval[0]), Math.abs(interval[1]));
  const isDifferent = p < significance && Math.abs(shift) > 1;
  if (isDifferent) console.log('FAIL: the two can be told apart');
  else if (widest < harmlessMilliseconds) console.log(`PASS: the whole interval is within ${harmlessMilliseconds} ms`);
  else
    console.log(
      `NOT DECIDED: no difference found, but one below ${ms(widest)} is not excluded (busy machine, few pairs)`,
    );
  process.exitCode = isDifferent ? 1 : 0;
} finally {
  await server.destroy();
  await postgres.destroy();
}
