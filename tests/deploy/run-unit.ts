import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** The lines of a unit's `[Service]`; a name may come more than once. */
export type Unit = { name: string; lines: readonly { key: string; value: string }[] };

export function readUnit(name: string, text: string): Unit {
  const service = text.split(/^\[/m).find((part) => part.startsWith('Service]')) ?? '';
  const lines = [...service.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => ({ key, value }));
  return { name, lines };
}

export const valuesOf = ({ lines }: Unit, wanted: string): string[] =>
  lines.filter(({ key }) => key === wanted).flatMap(({ value }) => value.split(' '));

const pairsOf = (assignments: readonly string[]) =>
  Object.fromEntries(assignments.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));

export const environmentOf = (unit: Unit): Record<string, string> => pairsOf(valuesOf(unit, 'Environment'));

/** An `EnvironmentFile`: assignments, without comments and without what is left empty. */
export const readEnvironmentFile = (text: string): Record<string, string> =>
  pairsOf(text.split('\n').filter((line) => /^\w+=./.test(line)));

/** Folders of this run in the place of the host's: they outlive a process, as those do. */
export type Host = { folder: string; program: string; userId: number };

/** `StateDirectory=` and `CacheDirectory=`: made by systemd, and the unit's user's. */
function makeDirectories(unit: Unit, { folder, userId }: Host): string[] {
  const kinds = { StateDirectory: 'lib', CacheDirectory: 'cache' };
  for (const [key, kind] of Object.entries(kinds))
    for (const name of valuesOf(unit, key)) {
      const made = path.join(folder, kind, name);
      mkdirSync(made, { recursive: true });
      chownSync(made, userId, userId);
    }
  for (const kind of Object.values(kinds)) mkdirSync(path.join(folder, kind), { recursive: true });
  const writable = Object.entries(kinds).flatMap(([key, kind]) =>
    valuesOf(unit, key).map((name) => `mount --bind /var/${kind}/${name} /var/${kind}/${name}`),
  );
  return [`mount --bind '${folder}/lib' /var/lib`, `mount --bind '${folder}/cache' /var/cache`, ...writable];
}

/** What `ProtectSystem=strict`, `ProtectHome=yes` and `PrivateTmp=yes` make of the host, in a mount namespace of its own. */
function mountsFor(unit: Unit, host: Host): string[] {
  const has = (line: string) => unit.lines.some(({ key, value }) => `${key}=${value}` === line);
  const [place = '/'] = valuesOf(unit, 'WorkingDirectory');
  return [
    `mount -t tmpfs tmpfs /opt && mkdir -p '${place}' && mount --bind '${host.program}' '${place}'`,
    `mount -o remount,ro,bind '${place}'`,
    ...makeDirectories(unit, host),
    ...(has('ProtectSystem=strict')
      ? ['mount -o remount,ro,bind /var/lib && mount -o remount,ro,bind /var/cache']
      : []),
    ...(has('PrivateTmp=yes') ? ['mount -t tmpfs -o mode=1777 tmpfs /tmp'] : []),
    ...(has('ProtectHome=yes') ? ['mount -t tmpfs tmpfs /root && mount -t tmpfs tmpfs /home'] : []),
    ...(has('ProtectSystem=strict') ? ['mount -o remount,ro,bind /'] : []),
    `cd '${place}'`,
  ];
}

/** Runs a unit's own command, or another in its place, as systemd would on a host of its own. Needs root and unshare. */
export function startUnit(
  unit: Unit,
  host: Host,
  env: Record<string, string>,
  command = valuesOf(unit, 'ExecStart'),
): ChildProcess {
  const user = String(host.userId);
  const become = [
    'setpriv',
    '--reuid',
    user,
    '--regid',
    user,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
  ];
  const script = [...mountsFor(unit, host), `umask ${valuesOf(unit, 'UMask')[0]}`, 'exec "$@"'].join(' && ');
  const parts = ['--mount', '--fork', 'sh', '-c', script, 'sh', ...become, ...command];
  const variables = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/opt/somali-speech' };
  // A group of its own: what takes another user's rights forgets whose child it was, and is ended with the group.
  return spawn('unshare', parts, {
    detached: true,
    env: { ...variables, ...environmentOf(unit), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Ends a unit with every process it started. */
export function endUnit({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
