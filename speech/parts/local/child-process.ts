import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { forkModelProcess } from '../../process/sandbox.ts';
import { readProcessUsage } from '../../process/usage.ts';
import type { SpeechError } from '../../speech-error.ts';
import { type PartModels, partNames } from '../parts.ts';
import type { InferenceSettings, MessageFromChild, MessageToChild } from './protocol.ts';

const childFile = fileURLToPath(new URL('./child.ts', import.meta.url));

const listModelFiles = (models: PartModels): string[] =>
  partNames
    .flatMap((part) => models[part] ?? [])
    .flatMap(({ folder, lmFile = [], wordLmFile = [], hotWordsFile = [] }) =>
      [path.join(folder, '*'), lmFile, wordLmFile, hotWordsFile].flat(),
    );

/** `reason` is why we killed it ourselves; without one it died of something else, which `detail` tells as far as known. */
export type ChildExit = { reason: SpeechError | undefined; detail: string };

type ChildSlotOptions = InferenceSettings & {
  extraNodeArguments?: readonly string[];
  onMessage: (message: MessageFromChild) => void;
  onExit: (exit: ChildExit) => void;
};

type RunningChild = { child: ChildProcess; reason: SpeechError | undefined; gone: Promise<void> };

/** The place of the one child: empty until something is sent, and empty again when the child is dead. */
export function createChildSlot(options: ChildSlotOptions) {
  const { models, threads, extraNodeArguments = [], onMessage, onExit } = options;
  let current: RunningChild | undefined;

  function start(): RunningChild {
    const settings: InferenceSettings = { models, threads };
    const { child, readErrors } = forkModelProcess(childFile, [JSON.stringify(settings)], {
      serialization: 'advanced',
      readable: listModelFiles(models),
      nodeArguments: extraNodeArguments,
    });
    const { promise: gone, resolve: markGone } = Promise.withResolvers<void>();
    const started: RunningChild = { child, reason: undefined, gone };
    let hasEnded = false;
    const end = (detail: string) => {
      if (hasEnded) return;
      hasEnded = true;
      if (current === started) current = undefined;
      markGone();
      onExit({ reason: started.reason, detail: [detail, readErrors()].filter(Boolean).join(': ') });
    };
    child.on('message', (message) => {
      if (!hasEnded) onMessage(message as MessageFromChild);
    });
    child.once('exit', (code, signal) => end(`the inference process ended (${signal ?? code})`));
    // Only a process that could not be started at all has no exit to come.
    child.once('error', (error) => {
      if (child.pid === undefined) end(error.message);
    });
    return started;
  }

  function kill(reason: SpeechError): void {
    if (!current) return;
    current.reason ??= reason;
    current.child.kill('SIGKILL');
  }

  return {
    get pid() {
      return current?.child.pid;
    },
    /** Processor time of the child so far; 0 without a child, `undefined` where the system does not tell. */
    readCpuMilliseconds(): number | undefined {
      const pid = current?.child.pid;
      if (pid === undefined) return 0;
      const usage = readProcessUsage(pid);
      return usage && usage.cpuSeconds * 1000;
    },
    send(message: MessageToChild): void {
      current ??= start();
      // A message to a dying child is lost; its death, which follows, tells the rest.
      current.child.send(message, () => {});
    },
    kill,
    async close(reason: SpeechError): Promise<void> {
      const closing = current;
      kill(reason);
      await closing?.gone;
    },
  };
}

export type ChildSlot = ReturnType<typeof createChildSlot>;
