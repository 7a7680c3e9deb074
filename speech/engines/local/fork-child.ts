import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSandboxArguments, ourFile, ourPackage } from '../../processes/sandbox.ts';
import type { InferenceModels } from './protocol.ts';

const childFile = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Variables a process may need to start at all on some systems; nothing else of ours is told to the child, secrets least. */
const passedVariables = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ'];

/** The code that the child runs; its native library is the one addon it needs. */
const code = [ourFile('package.json'), ourFile('speech/*'), ourFile('shared/*')];
const packages = ['onnxruntime-node', 'onnxruntime-common', '@huggingface/tokenizers', 'zod'];

/** Node's own sandbox: the code and the models, whose graphs may lie in several files beside each other. */
function buildSandbox({ detectorFile, recogniser, translatorFolder }: InferenceModels): string[] {
  const files = detectorFile === null ? [] : [detectorFile];
  const folders = translatorFolder === null ? [] : [translatorFolder];
  if (recogniser) {
    const { graphFile, tokensFile, letterModelFile = [], ownWordsFile = [] } = recogniser;
    folders.push(path.dirname(graphFile), path.dirname(tokensFile));
    files.push(...[letterModelFile, ownWordsFile].flat());
  }
  const readable = [
    ...code,
    ...packages.flatMap(ourPackage),
    ...files,
    ...folders.map((folder) => path.join(folder, '*')),
  ];
  return [...buildSandboxArguments(readable), '--allow-addons'];
}

const quiet = ['--disable-warning=SecurityWarning', '--disable-warning=ExperimentalWarning'];

const keptErrorCharacters = 4_000;

function buildEnvironment(): NodeJS.ProcessEnv {
  const passed = passedVariables.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  // Newer versions of ONNX Runtime send telemetry unless this is set before they load.
  return { ...Object.fromEntries(passed), NODE_ENV: 'production', ORT_DISABLE_TELEMETRY: '1' };
}

/** The line that names an error, of what Node prints about it; otherwise the last. */
function summariseErrors(printed: string): string {
  const lines = printed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.findLast((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? '';
}

export type ForkedChild = { child: ChildProcess; readErrorTail: () => string };

/** Starts the inference child in its sandbox with an empty environment; its errors are kept for the detail of a failure, not printed. */
export function forkChild(models: InferenceModels, extraNodeArguments: readonly string[] = []): ForkedChild {
  const child = fork(childFile, [], {
    serialization: 'advanced',
    env: buildEnvironment(),
    execArgv: [...buildSandbox(models), ...quiet, ...extraNodeArguments],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-keptErrorCharacters);
  });
  return { child, readErrorTail: () => summariseErrors(tail) };
}
