import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Person } from './person.ts';
import type { Fleet } from './start-fleet.ts';

/** A library's name with its version, `pg@9.0`, is none. */
const anyAddress = /[\w.+-]+@(?!\d+(\.\d+){1,2}(?!\.?\w))[\w-]+(\.[\w-]+)+/;
const anyToken = /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/;
const anySignature = /X-Amz-Signature=/i;

/** What of people, links, secrets and texts stands in these lines; each find by its kind, never with what was found. */
export function findPersonal(lines: readonly string[], secrets: Readonly<Record<string, readonly string[]>>): string[] {
  const known = Object.entries(secrets).flatMap(([kind, texts]) =>
    texts.filter((text) => text !== '').map((text) => ({ kind, isIn: (line: string) => line.includes(text) })),
  );
  const shapes = { address: anyAddress, token: anyToken, signature: anySignature };
  const suspicions = [
    ...known,
    ...Object.entries(shapes).map(([kind, shape]) => ({ kind, isIn: (line: string) => shape.test(line) })),
  ];
  const whole = lines.join('\n');
  const present = suspicions.filter(({ isIn }) => isIn(whole));
  return lines.flatMap((line, index) =>
    present.filter(({ isIn }) => isIn(line)).map(({ kind }) => `${kind} in line ${index + 1}`),
  );
}

const readLines = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
};

/** What people said, as the tables have it; one word alone may be anybody's. */
async function readTexts({ database }: Fleet): Promise<string[]> {
  const { rows } = await database.query<{ text: string | null }>(
    `select distinct unnest(array[result->>'transcript', result->>'translation']) as text from transcriptions`,
  );
  return rows.map(({ text }) => text ?? '').filter((text) => text.includes(' '));
}

/** @throws where a log of the processes or of the front holds anything personal */
export async function demandCleanLogs(fleet: Fleet, people: readonly Person[]): Promise<string> {
  const secrets = {
    'an address': people.map(({ email }) => email),
    'a link': people.flatMap(({ links }) => links),
    'a session': people.map(({ token }) => token.split('.')[2] ?? ''),
    'a text': await readTexts(fleet),
    'a name': ['Xaawo'],
    'a secret': [fleet.secret, 'the-mail-password-of-this-run', fleet.env.S3_SECRET_ACCESS_KEY ?? ''],
  };
  const logs = new Map(fleet.front.logFiles.map((file) => [path.basename(file), readLines(file)]));
  for (const [index, { output }] of [...fleet.web, ...fleet.worker].entries())
    logs.set(`process ${index + 1}`, output.split('\n'));
  const found = [...logs].flatMap(([name, lines]) => findPersonal(lines, secrets).map((find) => `${name}: ${find}`));
  if (found.length > 0) throw new Error(`logs: ${found.length} finds: ${[...new Set(found)].slice(0, 20).join('; ')}`);
  return `${[...logs.values()].flat().length} log lines of ${logs.size} logs: no address, link, session, text, name or secret`;
}
