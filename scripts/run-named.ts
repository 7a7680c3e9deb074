import path from 'node:path';
import { pathToFileURL } from 'node:url';

export type NamedProgram = { file: string; says: string };

const root = path.resolve(import.meta.dirname, '..');

/** Runs the program that the first argument names with the others, or prints which there are. */
export async function runNamed(command: string, programs: Readonly<Record<string, NamedProgram>>): Promise<void> {
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
  // In this process, so that what ends this one ends the program.
  const file = path.join(root, program.file);
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
}
