import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  buildModelEnvironment,
  listModelCode,
  quietNodeArguments,
  summariseErrors,
} from '../../processes/model-code.ts';
import { buildSandboxArguments } from '../../processes/sandbox.ts';
import type { InferenceModels } from './protocol.ts';

const childFile = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Node's own sandbox: the code and the models, whose graphs may lie in several files beside each other. */
function buildSandbox({ detectorFile, recogniser, translatorFolder, punctuatorFolder }: InferenceModels): string[] {
  const files = detectorFile === null ? [] : [detectorFile];
  const folders = [translatorFolder, punctuatorFolder].filter((folder) => folder !== null);
  if (recogniser) {
    const { graphFile, tokensFile, letterModelFile = [], ownWordsFile = [] } = recogniser;
    folders.push(path.dirname(graphFile), path.dirname(tokensFile));
    files.push(...[letterModelFile, ownWordsFile].flat());
  }
  const readable = [...listModelCode(), ...files, ...folders.map((folder) => path.join(folder, '*'))];
  return [...buildSandboxArguments(readable), '--allow-addons'];
}

const keptErrorCharacters = 4_000;

export type ForkedChild = { child: ChildProcess; readErrorTail: () => string };

/** Starts the inference child in its sandbox with an empty environment; its errors are kept for the detail of a failure, not printed. */
export function forkChild(models: InferenceModels, extraNodeArguments: readonly string[] = []): ForkedChild {
  const child = fork(childFile, [], {
    serialization: 'advanced',
    env: buildModelEnvironment(),
    execArgv: [...buildSandbox(models), ...quietNodeArguments, ...extraNodeArguments],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-keptErrorCharacters);
  });
  return { child, readErrorTail: () => summariseErrors(tail) };
}
