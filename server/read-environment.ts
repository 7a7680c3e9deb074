export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used: names the variable, what is wrong and what to set. */
export class ConfigError extends Error {
  readonly variable: string;

  constructor(variable: string, problem: string, cure: string) {
    super(`${variable} ${problem}. Cure: ${cure}.`);
    this.name = 'ConfigError';
    this.variable = variable;
  }
}

type Range = { min: number; max: number };

function parseInteger(name: string, value: string, range: Range): number {
  const number = Number(value);
  if (!/^-?\d+$/.test(value) || number < range.min || number > range.max) {
    throw new ConfigError(name, `is "${value}"`, `set a whole number from ${range.min} to ${range.max}`);
  }
  return number;
}

/** Typed look-ups in an environment; an empty value counts as absent. */
export function createReader(environment: Environment) {
  const optional = (name: string): string | undefined => environment[name]?.trim() || undefined;
  return {
    optional,
    required(name: string, cure: string): string {
      const value = optional(name);
      if (value === undefined) throw new ConfigError(name, 'is missing', `set it to ${cure}`);
      return value;
    },
    url(name: string, value: string, protocols = ['http:', 'https:']): URL {
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return new URL(value);
      throw new ConfigError(
        name,
        'is not a usable address',
        `set an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      );
    },
    integer(name: string, fallback: number, range: Range): number {
      const value = optional(name);
      return value === undefined ? fallback : parseInteger(name, value, range);
    },
    optionalInteger(name: string, range: Range): number | undefined {
      const value = optional(name);
      return value === undefined ? undefined : parseInteger(name, value, range);
    },
    flag(name: string): boolean {
      const value = optional(name) ?? '0';
      if (['1', 'true'].includes(value)) return true;
      if (['0', 'false'].includes(value)) return false;
      throw new ConfigError(name, `is "${value}"`, 'set 1 or 0');
    },
    oneOf<T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const value = optional(name);
      if (value === undefined) return fallback;
      const found = choices.find((choice) => choice === value);
      if (found === undefined) throw new ConfigError(name, `is "${value}"`, `set one of ${choices.join(', ')}`);
      return found;
    },
  };
}

export type Reader = ReturnType<typeof createReader>;
