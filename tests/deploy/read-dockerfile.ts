/** One line of a Dockerfile, continued lines joined: `RUN`, and what follows it. */
export type Instruction = { name: string; text: string };
export type Stage = { name: string; base: string; instructions: Instruction[] };

/** @throws for a flag or a form that these readers do not know: what is not understood must not pass for checked */
function splitFlags(text: string, known: readonly string[]): { flags: Record<string, string>; words: string[] } {
  const flags: Record<string, string> = {};
  const words = text.split(/\s+/);
  while (words[0]?.startsWith('--')) {
    const [name = '', value = ''] = (words.shift() ?? '').slice(2).split('=');
    if (!known.includes(name)) throw new Error(`--${name} is not known here`);
    flags[name] = value;
  }
  return { flags, words };
}

export function readCopy(text: string) {
  const { flags, words } = splitFlags(text, ['from', 'chown']);
  return { from: flags.from, chown: flags.chown, sources: words.slice(0, -1), target: words.at(-1) ?? '' };
}

/** `A=1 B=2`, values without spaces. */
export const readEnv = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(/\s+/).map((pair) => pair.split('=', 2) as [string, string]));

/** `CMD ["node", "server/main.ts"]`: the form without a shell. */
export const readCommand = (text: string): string[] => JSON.parse(text) as string[];

export function readHealthCheck(text: string): string[] {
  const { words } = splitFlags(text, ['interval', 'timeout', 'start-period', 'retries']);
  return readCommand(words.slice(1).join(' '));
}

/** The stages of a Dockerfile, with the values of its `ARG`s put in. */
export function readDockerfile(file: string): Stage[] {
  const lines = file
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n');
  const stages: Stage[] = [];
  const values: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    // The health check's own `${…}` belongs to JavaScript.
    const text = name === 'FROM' ? rest.replace(/\$\{(\w+)\}/g, (_whole, key: string) => values[key] ?? '') : rest;
    if (name === 'ARG') Object.assign(values, readEnv(text));
    else if (name === 'FROM') {
      const [base = '', , stage = ''] = text.split(/\s+/);
      stages.push({ name: stage, base, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, text: text.trim() });
  }
  return stages;
}

/** Every command of a stage's `RUN` lines by itself. */
export const readCommands = ({ instructions }: Stage): string[] =>
  instructions
    .filter(({ name }) => name === 'RUN')
    .flatMap(({ text }) => text.split('&&').map((command) => command.trim().replace(/\s+/g, ' ')));

export const copiesOf = ({ instructions }: Stage) =>
  instructions.filter(({ name }) => name === 'COPY').map(({ text }) => readCopy(text));
