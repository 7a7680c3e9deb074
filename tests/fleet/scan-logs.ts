import { readFileSync } from 'node:fs';
import { scriptedTexts } from '../helpers/scripted-engine.ts';
import type { Person } from './person.ts';
import type { Fleet } from './start-fleet.ts';

const anyAddress = /[\w.+-]+@[\w-]+(\.[\w-]+)+/;
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

/** @throws where a log of the processes or of the front holds anything personal */
export function demandCleanLogs(fleet: Fleet, people: readonly Person[]): string {
  const secrets = {
    'an address': people.map(({ email }) => email),
    'a link': people.flatMap(({ links }) => links),
    'a session': people.map(({ token }) => token.split('.')[2] ?? ''),
    'a transcript': Object.values(scriptedTexts),
    'a name': ['Xaawo'],
    'a secret': [fleet.secret, 'the-mail-password-of-this-run', fleet.env.S3_SECRET_ACCESS_KEY ?? ''],
  };
  const outputs = [...fleet.web, ...fleet.worker].map(({ output }) => output.split('\n'));
  const logs = [...outputs, ...fleet.front.logFiles.map(readLines)];
  const found = logs.flatMap((lines) => findPersonal(lines, secrets));
  if (found.length > 0) throw new Error(`logs: ${found.length} finds: ${[...new Set(found)].slice(0, 20).join('; ')}`);
  return `${logs.flat().length} log lines of ${logs.length} logs: no address, link, session, transcript, name or secret`;
}
