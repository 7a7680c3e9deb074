import type { ZodType } from 'zod';
import words from '#server/config/variables.json' with { type: 'json' };
import { type VariableName, variableGroups } from '#server/config/variables.ts';

type Notes = {
  /** What it does, for an operator. */
  about: string;
  /** What holds where it is not set, in words, where the schema does not say it. */
  absent?: string;
  /** The role of the processes that read it, where not all do. */
  readers?: string;
  /** A value to show where production cannot do without one. */
  example?: string;
  isSecret?: boolean;
};

const notes: Readonly<Record<VariableName, Notes>> = words;
const lineLength = 118;

/** What holds where the variable is not set, as it would be written. */
function defaultOf(schema: ZodType, { absent }: Notes): string {
  if (absent !== undefined) return absent;
  const value = schema.parse(undefined);
  if (value === undefined) return '';
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

const groups = () =>
  Object.entries(variableGroups).map(([title, group]) => ({
    title,
    rows: Object.entries<ZodType>(group).map(([name, schema]) => {
      const variable = notes[name as VariableName];
      return { name, variable, fallback: defaultOf(schema, variable) };
    }),
  }));

/** `docs/variables.md`: made from the schema that the server reads its environment with. */
export function writeVariablesPage(): string {
  const head = `# Variables

Everything is an environment variable. The server and \`npm run admin\` also read \`.env\` in the working folder;
\`npm run models\`, \`transcribe\` and \`lab\` do not. Whatever is missing or wrong is
named at the start, all at once, and so is a name with \`SPEECH_\` or \`LIMIT_\` that nothing reads. This page and
\`.env.example\` are made by \`npm run format\` from \`server/config/variables.ts\`. "read by" says which processes use
it; a variable that a role does not use may be set there all the same.
`;
  const sections = groups().map(({ title, rows }) => {
    const lines = rows.map(({ name, variable, fallback }) => {
      const shown = variable.absent === undefined && fallback !== '' ? `\`${fallback}\`` : fallback;
      const secret = variable.isSecret ? ' Secret.' : '';
      return `| \`${name}\` | ${shown} | ${variable.readers ?? 'all'} | ${variable.about}${secret} |`;
    });
    return `## ${title}\n\n| variable | when absent | read by | what it does |\n|---|---|---|---|\n${lines.join('\n')}\n`;
  });
  return [head, ...sections].join('\n');
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < lineLength) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `# ${line}`);
}

/** `.env.example`: a copy of it with the first group filled in is a production's `.env`. */
export function writeEnvironmentExample(): string {
  const head = wrap(
    'Nothing here is needed on a developer’s machine. With NODE_ENV=production the first group must be set. More in docs/variables.md.',
  );
  const sections = groups().map(({ title, rows }) => {
    const entries = rows.flatMap(({ name, variable, fallback }) => {
      const shown = variable.absent === undefined ? fallback : '';
      const note = variable.absent === undefined ? variable.about : `${variable.about} Absent: ${variable.absent}.`;
      const line = variable.example === undefined ? `# ${name}=${shown}` : `${name}=${variable.example}`;
      return [...wrap(note), line];
    });
    return ['', `# --- ${title}`, ...entries].join('\n');
  });
  return `${[head.join('\n'), ...sections].join('\n')}\n`;
}
