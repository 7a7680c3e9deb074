import { makeRecording } from '#tests/support/test-client.ts';
import { type Person, signUpPatiently, type World } from './person.ts';
import type { Fleet } from './start-fleet.ts';

/** Attempts beyond the free ones, each in the ledger as a grant. */
export async function grant({ database }: Fleet, people: readonly Person[], attempts: number): Promise<void> {
  await database.query(
    `with granted as (
       insert into ledger_entries (user_id, kind, delta, reason, created_at)
       select id, 'grant', $1, 'a run of the fleet', now() from users where email = any($2) returning user_id)
     update users set attempts = attempts + $1 where id in (select user_id from granted)`,
    [attempts, people.map(({ email }) => email)],
  );
}

/** People with as many attempts as a run needs. */
export async function gather(fleet: Fleet, world: World, count: number, attempts: number): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => signUpPatiently(world)));
  await grant(fleet, people, attempts);
  return people;
}

export const createWorld = (fleet: Fleet, patienceSeconds: number): World => ({
  base: fleet.base,
  received: fleet.inbox.received,
  until: Date.now() + patienceSeconds * 1000,
  tally: {},
  makeRecording: () => makeRecording(20_000),
});
