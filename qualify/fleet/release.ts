import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const carried = ['server', 'shared', 'platform', 'speech', 'tests/support', 'package.json'];
const linked = ['node_modules', 'dist', 'models'];
const name = '9999_a_later_release';

/** What a release may do while the one before it still runs: add (docs/operations.md, "Upgrade"). */
const statements = [
  'ALTER TABLE "transcriptions" ADD COLUMN "of_a_later_release" text;',
  'ALTER TABLE "users" ADD COLUMN "of_a_later_release" integer DEFAULT 0 NOT NULL;',
  'CREATE TABLE "of_a_later_release" ("id" text PRIMARY KEY NOT NULL);',
];

/** This very code in a folder of its own, with one migration more. */
export function makeLaterRelease(folder: string): string {
  const release = path.join(folder, 'later-release');
  mkdirSync(path.join(release, 'tests'), { recursive: true });
  for (const part of carried) cpSync(path.join(root, part), path.join(release, part), { recursive: true });
  for (const part of linked) symlinkSync(path.join(root, part), path.join(release, part));
  const migrations = path.join(release, 'server/db/migrations');
  writeFileSync(path.join(migrations, `${name}.sql`), statements.join('\n--> statement-breakpoint\n'));
  const journalFile = path.join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: object[] };
  journal.entries.push({ idx: 9999, version: '7', when: Date.now(), tag: name, breakpoints: true });
  writeFileSync(journalFile, JSON.stringify(journal));
  return release;
}
