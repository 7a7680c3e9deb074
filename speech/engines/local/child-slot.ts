import { readProcessUsage } from '../../processes/process-usage.ts';
import type { SpeechError } from '../../speech-error.ts';
import { type ForkedChild, forkChild } from './fork-child.ts';
import type { InferenceSettings, MessageFromChild, MessageToChild } from './protocol.ts';

/** `reason` is why we killed it ourselves; without one it died of something else, which `detail` tells as far as known. */
export type ChildDeath = { reason: SpeechError | undefined; detail: string };

export type ChildSlotOptions = InferenceSettings & {
  extraNodeArguments?: readonly string[];
  onMessage: (message: MessageFromChild) => void;
  /** Once for each child that ends, however it ends. */
  onDeath: (death: ChildDeath) => void;
};

type Occupant = ForkedChild & { reason: SpeechError | undefined; gone: Promise<void> };

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
  const { models, threads, extraNodeArguments, onMessage, onDeath } = options;
  let occupant: Occupant | undefined;

  function start(): Occupant {
    const forked = forkChild(models, extraNodeArguments);
    const { promise: gone, resolve: bury } = Promise.withResolvers<void>();
    const started: Occupant = { ...forked, reason: undefined, gone };
    let isDead = false;
    const die = (detail: string) => {
      if (isDead) return;
      isDead = true;
      if (occupant === started) occupant = undefined;
      bury();
      onDeath({ reason: started.reason, detail: [detail, forked.readErrorTail()].filter(Boolean).join(': ') });
    };
    forked.child.on('message', (message) => {
      if (!isDead) onMessage(message as MessageFromChild);
    });
    forked.child.once('exit', (code, signal) => die(`the inference process ended (${signal ?? code})`));
    // Only a process that could not be started at all has no exit to come.
    forked.child.once('error', (error) => {
      if (forked.child.pid === undefined) die(error.message);
    });
    forked.child.send({ type: 'configure', settings: { models, threads } } satisfies MessageToChild, ignoreSendError);
    return started;
  }

  return {
    get pid() {
      return occupant?.child.pid;
    },
    readCpuMilliseconds() {
      const pid = occupant?.child.pid;
      if (pid === undefined) return 0;
      const usage = readProcessUsage(pid);
      return usage && usage.cpuSeconds * 1000;
    },
    send(message: MessageToChild): void {
      occupant ??= start();
      occupant.child.send(message, ignoreSendError);
    },
    kill(reason: SpeechError): void {
      if (!occupant) return;
      occupant.reason ??= reason;
      occupant.child.kill('SIGKILL');
    },
    async close(reason: SpeechError): Promise<void> {
      const closing = occupant;
      this.kill(reason);
      await closing?.gone;
    },
  };
}

/** A message to a dying child is lost; its death, which follows, tells the rest. */
const ignoreSendError = (): void => {};
