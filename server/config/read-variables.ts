import type * as z from 'zod';
import { type VariableName, variables } from './variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used: the variable, what is wrong and what to set. */
type ConfigProblem = { variable: string; problem: string; cure: string };

/** Everything that is wrong with the settings, at once. */
export class ConfigError extends Error {
  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ variable, problem, cure }) => `${variable} ${problem}. Cure: ${cure}.`).join('\n'));
    this.name = 'ConfigError';
  }
}

type Values = { [N in VariableName]: z.output<(typeof variables)[N]> };

/** Keeps what is wrong until everything has been looked at. */
export type Refuse = (variable: string, problem: string, cure: string) => void;

/** Names nobody else gives to a variable. What is merely near one of ours may be another program's. */
const ourPrefix = /^(LIMIT|SPEECH|SOMALI)_/;

/** A setting under a name that nothing reads is a setting that is not in force. */
function refuseUnreadVariables(refuse: Refuse, environment: Environment): void {
  for (const name of Object.keys(environment))
    if (ourPrefix.test(name) && !(name in variables))
      refuse(name, 'is a name that nothing reads', 'see docs/variables.md for the names');
}

/**
 * Every variable by its schema; an empty value counts as absent. A value that cannot be used stands in with its default
 * until `finish`, so that the checks that follow find more problems and none that follows from this one.
 */
export function readVariables(environment: Environment) {
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
  return {
    values: Object.fromEntries(entries) as Values,
    refuse,
    /** @throws {ConfigError} naming everything that was wrong */
    finish(): void {
      refuseUnreadVariables(refuse, environment);
      if (problems.length > 0) throw new ConfigError(problems);
    },
  };
}
