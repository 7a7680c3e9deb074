export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used: the variable, what is wrong and what to set. */
export type ConfigProblem = { variable: string; problem: string; cure: string };

const describe = ({ variable, problem, cure }: ConfigProblem) => `${variable} ${problem}. Cure: ${cure}.`;

/** Everything that is wrong with the settings, at once. */
export class ConfigError extends Error {
  readonly variables: readonly string[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(describe).join('\n'));
    this.name = 'ConfigError';
    this.variables = problems.map(({ variable }) => variable);
  }
}

type Range = { min: number; max: number };

const isWithin = (value: string, { min, max }: Range) =>
  /^-?\d+$/.test(value) && Number(value) >= min && Number(value) <= max;

/** Typed look-ups in an environment; an empty value counts as absent. What is wrong is kept until `finish`. */
export function createReader(environment: Environment) {
  const problems: ConfigProblem[] = [];
  const asked = new Set<string>();
  const refuse = (variable: string, problem: string, cure: string): void =>
    void problems.push({ variable, problem, cure });
  const optional = (name: string): string | undefined => {
    asked.add(name);
    return environment[name]?.trim() || undefined;
  };
  const optionalInteger = (name: string, range: Range): number | undefined => {
    const value = optional(name);
    if (value === undefined || isWithin(value, range)) return value === undefined ? undefined : Number(value);
    refuse(name, `is "${value}"`, `set a whole number from ${range.min} to ${range.max}`);
    return undefined;
  };
  return {
    optional,
    optionalInteger,
    refuse,
    required(name: string, cure: string): string {
      const value = optional(name);
      if (value === undefined) refuse(name, 'is missing', `set it to ${cure}`);
      return value ?? '';
    },
    url(name: string, value: string, protocols = ['http:', 'https:']): URL {
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return new URL(value);
      const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ');
      refuse(name, 'is not a usable address', `set an address that begins with ${beginnings}`);
      return new URL('http://localhost');
    },
    integer: (name: string, fallback: number, range: Range): number => optionalInteger(name, range) ?? fallback,
    flag(name: string): boolean {
      const value = optional(name) ?? '0';
      if (!['0', '1', 'false', 'true'].includes(value)) refuse(name, `is "${value}"`, 'set 1 or 0');
      return value === '1' || value === 'true';
    },
    oneOf<T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const value = optional(name);
      const found = choices.find((choice) => choice === value);
      if (value !== undefined && found === undefined) refuse(name, `is "${value}"`, `set one of ${choices.join(', ')}`);
      return found ?? fallback;
    },
    /** The names looked up so far. */
    names: (): ReadonlySet<string> => asked,
    /** @throws {ConfigError} naming everything that was wrong */
    finish(): void {
      if (problems.length > 0) throw new ConfigError(problems);
    },
  };
}

export type Reader = ReturnType<typeof createReader>;
