import * as z from 'zod';

type Range = { min: number; max: number };

const isWithin = (value: string, { min, max }: Range) =>
  /^-?\d+$/.test(value) && Number(value) >= min && Number(value) <= max;

const refuse = (context: z.RefinementCtx, problem: string, cure: string) => {
  context.addIssue({ code: 'custom', message: problem, params: { cure } });
  return z.NEVER;
};

const written = z.string().optional();

export const text = () => written;

export const textOr = (fallback: string) => written.default(fallback);

export const integer = (fallback: number, range: Range) =>
  written.default(String(fallback)).transform((value, context) => {
    if (isWithin(value, range)) return Number(value);
    return refuse(context, `is "${value}"`, `set a whole number from ${range.min} to ${range.max}`);
  });

export const flag = () =>
  written.default('0').transform((value, context) => {
    if (['0', '1', 'false', 'true'].includes(value)) return value === '1' || value === 'true';
    return refuse(context, `is "${value}"`, 'set 1 or 0');
  });

export const oneOf = <const T extends string>(choices: readonly T[], fallback: T) =>
  written.default(fallback).transform((value, context) => {
    const found = choices.find((choice) => choice === value);
    return found ?? refuse(context, `is "${value}"`, `set one of ${choices.join(', ')}`);
  });

/** `name=7 other=12` for some of these names. */
export const counts = <const T extends string>(names: readonly T[]) =>
  written.transform((value, context) => {
    const pairs = (value ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((pair) => pair.split('='));
    const isPair = ([name, count = '', ...rest]: string[]) =>
      names.some((known) => known === name) && rest.length === 0 && isWithin(count, { min: 1, max: 1_000_000 });
    if (pairs.every(isPair))
      return Object.fromEntries(pairs.map(([name, count]) => [name, Number(count)])) as Partial<Record<T, number>>;
    return refuse(context, `is "${value}"`, `set name=number, separated by spaces, for some of ${names.join(', ')}`);
  });

/** The address as it was written; where it is unusable the value must not be shown, because it may hold a password. */
export const address = (protocols: readonly string[] = ['http:', 'https:']) =>
  written.transform((value, context) => {
    if (value === undefined) return undefined;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ');
    return refuse(context, 'is not a usable address', `set an address that begins with ${beginnings}`);
  });
