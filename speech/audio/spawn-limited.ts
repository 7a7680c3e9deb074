import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

export type SystemLimits = {
  /** The kernel ends the process after this much computing, even when nobody watches it any more. */
  cpuSeconds: number;
  /** Address space; not for Node, which reserves far more than it uses. */
  addressSpaceBytes?: number;
};

/**
 * Starts a program where the system itself holds it to limits (`ulimit`, honoured on Linux), and lets it write no file.
 * Its environment is only what is given.
 */
export function spawnLimited(
  [program, ...programArguments]: readonly [string, ...string[]],
  { cpuSeconds, addressSpaceBytes }: SystemLimits,
  options: Pick<SpawnOptions, 'stdio' | 'env'>,
): ChildProcess {
  const spawnOptions: SpawnOptions = { ...options, windowsHide: true };
  if (process.platform === 'win32') return spawn(program, programArguments, spawnOptions);
  const limits = [
    `-t ${Math.ceil(cpuSeconds)}`,
    '-f 0',
    ...(addressSpaceBytes ? [`-v ${addressSpaceBytes / 1024}`] : []),
  ];
  const script = `${limits.map((limit) => `ulimit ${limit} 2>/dev/null;`).join(' ')} exec "$0" "$@"`;
  return spawn('/bin/sh', ['-c', script, program, ...programArguments], spawnOptions);
}
