import { expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** What a zod schema says of itself; those that hold others name them in one of these ways. */
type Definition = {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
  options?: Schema[];
  in?: Schema;
  out?: Schema;
};
type Schema = { _zod: { def: Definition }; safeParse: (value: unknown) => { success: boolean } };

/** The numbers in a schema, by their names. */
function listNumbers(schema: Schema, name: string): [string, Schema][] {
  const { def } = schema._zod;
  if (def.type === 'number') return [[name, schema]];
  const inner = [def.innerType, def.element, def.in, def.out, ...(def.options ?? [])].filter(
    (one) => one !== undefined,
  );
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([key, one]) => listNumbers(one, `${name}.${key}`)),
    ...inner.flatMap((one) => listNumbers(one, name)),
  ];
}

const incoming = (endpoint: Endpoint) =>
  [endpoint.params, endpoint.query, endpoint.body, endpoint.form?.fields].filter((one) => one !== undefined);
/** A step beyond what an integer column of the database holds. */
const beyond = [2_147_483_648, -2_147_483_649];

it('lets no number in that its column does not hold', () => {
  const numbers = Object.entries(endpoints).flatMap(([name, endpoint]) =>
    incoming(endpoint).flatMap((schema) => listNumbers(schema as unknown as Schema, name)),
  );
  expect(numbers.map(([name]) => name)).toContain('correctTranscription.version');
  const open = numbers.filter(([, schema]) => beyond.some((value) => schema.safeParse(value).success));
  expect(open.map(([name]) => name)).toEqual([]);
});
