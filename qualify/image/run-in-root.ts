import { type ChildProcess, spawn } from 'node:child_process';

export type Inside = {
  root: string;
  env: Record<string, string>;
  folder: string;
  /** `1000:1000`, or root where there is none. */
  user?: string;
  /** Folders of this machine that take the place of volumes; the rest of the root cannot be written then. */
  volumes?: Readonly<Record<string, string>>;
};

/** Mounts are this process's own and go with it. */
function mountsFor({ root, volumes }: Inside): string[] {
  const proc = `mount -t proc proc '${root}/proc'`;
  if (!volumes) return [proc];
  return [
    `mount --bind '${root}' '${root}'`,
    `mount -o remount,ro,bind '${root}'`,
    proc,
    `mount -t tmpfs tmpfs '${root}/tmp'`,
    ...Object.entries(volumes).map(([place, folder]) => `mount --bind '${folder}' '${root}${place}'`),
  ];
}

/** Runs a command in a root of its own, as a container would, with this machine's network. */
export function startInRoot(inside: Inside, command: readonly string[]): ChildProcess {
  const { root, env, folder, user } = inside;
  const variables = Object.entries({ PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...env });
  const chroot = ['chroot', ...(user ? [`--userspec=${user}`] : []), root, '/usr/bin/env', '-i'];
  const within = [...variables.map(([name, value]) => `${name}=${value}`), 'sh', '-c', 'cd "$0" && exec "$@"', folder];
  // The shell stays as the first process: it ends with unshare and takes all others along; another user's would not.
  const script = `${mountsFor(inside).join(' && ')} && "$@"; exit $?`;
  const parts = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...chroot, ...within];
  return spawn('unshare', [...parts, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** @throws with the end of what it wrote where it fails */
export async function runInRoot(inside: Inside, command: readonly string[]): Promise<string> {
  const child = startInRoot(inside, command);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output.slice(-3000)}`);
  return output;
}
