import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  buildModelEnvironment,
  buildSandboxArguments,
  listModelCode,
  quietNodeArguments,
  summariseErrors,
} from '../../process/sandbox.ts';
import { readProcessUsage } from '../../process/usage.ts';
import type { SpeechError } from '../../speech-error.ts';
import { type PartModels, partNames } from '../parts.ts';
import type { InferenceSettings, MessageFromChild, MessageToChild } from './protocol.ts';

const childFile = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Node's own sandbox: the code, and of each model its folder and the files beside it. */
function buildSandbox(models: PartModels): string[] {
  const installed = partNames.flatMap((part) => models[part] ?? []);
  const files = installed.flatMap(({ folder, lmFile = [], wordLmFile = [], hotWordsFile = [] }) =>
    [path.join(folder, '*'), lmFile, wordLmFile, hotWordsFile].flat(),
  );
  return [...buildSandboxArguments([...listModelCode(), ...files]), '--allow-addons'];
}

const keptErrorCharacters = 4_000;

type ForkedChild = { child: ChildProcess; readErrorTail: () => string };

/** Starts the inference child in its sandbox with an empty environment; its errors are kept for the detail of a failure, not printed. */
function forkChild(models: PartModels, extraNodeArguments: readonly string[] = []): ForkedChild {
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

/** `reason` is why we killed it ourselves; without one it died of something else, which `detail` tells as far as known. */
export type ChildExit = { reason: SpeechError | undefined; detail: string };

type ChildSlotOptions = InferenceSettings & {
  extraNodeArguments?: readonly string[];
  onMessage: (message: MessageFromChild) => void;
  /** Once for each child that ends, however it ends. */
  onExit: (exit: ChildExit) => void;
};

type RunningChild = ForkedChild & { reason: SpeechError | undefined; gone: Promise<void> };

export type ChildSlot = {
  /** The child's process id while it lives. */
  readonly pid: number | undefined;
  /** Processor time of the child so far; 0 without a child, `undefined` where the system does not tell. */
  readCpuMilliseconds(): number | undefined;
  /** Starts a child when there is none. */
  send(message: MessageToChild): void;
  /** Ends the child at once; its death is told with this reason. */
  kill(reason: SpeechError): void;
  /** As `kill`, and waits until the process is gone. */
  close(reason: SpeechError): Promise<void>;
};

/** The place of the one child: empty until something is sent, and empty again when the child is dead. */
export function createChildSlot(options: ChildSlotOptions): ChildSlot {
  const { models, threads, extraNodeArguments, onMessage, onExit } = options;
  let current: RunningChild | undefined;

  function start(): RunningChild {
    const forked = forkChild(models, extraNodeArguments);
    const { promise: gone, resolve: markGone } = Promise.withResolvers<void>();
    const started: RunningChild = { ...forked, reason: undefined, gone };
    let hasEnded = false;
    const end = (detail: string) => {
      if (hasEnded) return;
      hasEnded = true;
      if (current === started) current = undefined;
      markGone();
      onExit({ reason: started.reason, detail: [detail, forked.readErrorTail()].filter(Boolean).join(': ') });
    };
    forked.child.on('message', (message) => {
      if (!hasEnded) onMessage(message as MessageFromChild);
    });
    forked.child.once('exit', (code, signal) => end(`the inference process ended (${signal ?? code})`));
    // Only a process that could not be started at all has no exit to come.
    forked.child.once('error', (error) => {
      if (forked.child.pid === undefined) end(error.message);
    });
    forked.child.send({ type: 'configure', settings: { models, threads } } satisfies MessageToChild, ignoreSendError);
    return started;
  }

  return {
    get pid() {
      return current?.child.pid;
    },
    readCpuMilliseconds() {
      const pid = current?.child.pid;
      if (pid === undefined) return 0;
      const usage = readProcessUsage(pid);
      return usage && usage.cpuSeconds * 1000;
    },
    send(message: MessageToChild): void {
      current ??= start();
      current.child.send(message, ignoreSendError);
    },
    kill(reason: SpeechError): void {
      if (!current) return;
      current.reason ??= reason;
      current.child.kill('SIGKILL');
    },
    async close(reason: SpeechError): Promise<void> {
      const closing = current;
      this.kill(reason);
      await closing?.gone;
    },
  };
}

/** A message to a dying child is lost; its death, which follows, tells the rest. */
const ignoreSendError = (): void => {};
