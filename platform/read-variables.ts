import type * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;
type Schemas = Record<string, z.ZodType>;

type ConfigProblem = { variable: string; problem: string; cure: string };

export class ConfigError extends Error {
  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ variable, problem, cure }) => `${variable} ${problem}. Cure: ${cure}.`).join('\n'));
    this.name = 'ConfigError';
  }
}

export type Refuse = (variable: string, problem: string, cure: string) => void;

/** An empty value counts as absent; a wrong one stands in with its default until `finish`, so that all are found. */
export function readVariables<Variables extends Schemas>(environment: Environment, variables: Variables) {
  const problems: ConfigProblem[] = [];
  const refuse: Refuse = (variable, problem, cure) => void problems.push({ variable, problem, cure });
  const entries = Object.entries(variables).map(([name, schema]) => {
    const parsed = schema.safeParse(environment[name]?.trim() || undefined);
    if (parsed.success) return [name, parsed.data];
    const [issue] = parsed.error.issues;
    const cure = issue?.code === 'custom' ? String(issue.params?.cure) : 'see docs/variables.md';
    refuse(name, issue?.message ?? 'is unusable', cure);
    return [name, schema.parse(undefined)];
  });
  const values = Object.fromEntries(entries) as { [Name in keyof Variables]: z.output<Variables[Name]> };
  return {
    values,
    refuse,
    requireVariable(name: keyof Variables & string, cure: string): string {
      const value = values[name];
      if (value === undefined || value === '') refuse(name, 'is missing', `set it to ${cure}`);
      return String(value ?? '');
    },
    finish(): void {
      if (problems.length > 0) throw new ConfigError(problems);
    },
  };
}

export type Reading<Variables extends Schemas> = ReturnType<typeof readVariables<Variables>>;
