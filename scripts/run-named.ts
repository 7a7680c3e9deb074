import { spawnSync } from 'node:child_process';
import path from 'node:path';

export type NamedProgram = { file: string; args?: readonly string[]; says: string };

const root = path.resolve(import.meta.dirname, '..');

/** Runs the program that the first argument names with the others, or prints which there are. */
export function runNamed(command: string, programs: Readonly<Record<string, NamedProgram>>): void {
  const [name = '', ...args] = process.argv.slice(2);
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (program === undefined) {
    const width = Math.max(...Object.keys(programs).map((key) => key.length));
    const lines = Object.entries(programs).map(([key, { says }]) => `  ${key.padEnd(width)}  ${says}`);
    const text = `npm run ${command} -- NAME …\n\n${lines.join('\n')}`;
    if (name === '') console.log(text);
    else console.error(`There is no "${name}".\n\n${text}`);
    process.exitCode = name === '' ? 0 : 2;
    return;
  }
  const { status, signal } = spawnSync(
    process.execPath,
    [path.join(root, program.file), ...(program.args ?? []), ...args],
    { stdio: 'inherit' },
  );
  process.exitCode = status ?? (signal === 'SIGINT' ? 130 : 1);
}
