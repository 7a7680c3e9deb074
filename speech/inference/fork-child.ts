import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const childFile = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Variables a process may need to start at all on some systems; nothing else of ours is told to the child, secrets least. */
const passedVariables = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ'];

/** Node's own sandbox: no writing of files, no further processes, no threads of JavaScript. Native addons stay allowed. */
const sandbox = ['--permission', '--allow-fs-read=*', '--allow-addons'];
const quiet = ['--disable-warning=SecurityWarning', '--disable-warning=ExperimentalWarning'];

const keptErrorCharacters = 400;

function buildEnvironment(): NodeJS.ProcessEnv {
  const passed = passedVariables.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  // Newer versions of ONNX Runtime send telemetry unless this is set before they load.
  return { ...Object.fromEntries(passed), NODE_ENV: 'production', ORT_DISABLE_TELEMETRY: '1' };
}

export type ForkedChild = { child: ChildProcess; readErrorTail: () => string };

/** Starts the inference child with an empty environment; its errors are kept for the detail of a failure, not printed. */
export function forkChild(extraNodeArguments: readonly string[] = []): ForkedChild {
  const child = fork(childFile, [], {
    serialization: 'advanced',
    env: buildEnvironment(),
    execArgv: [...sandbox, ...quiet, ...extraNodeArguments],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-keptErrorCharacters);
  });
  return { child, readErrorTail: () => tail.trim().split('\n').at(-1) ?? '' };
}
