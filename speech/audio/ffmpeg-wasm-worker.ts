// The worker thread of one WASM conversion: prepares FFmpeg, runs one job, and is then ended by its owner.
import { closeSync, fstatSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { wasmHeapBytes } from './decoder-limits.ts';
import { summariseComplaint } from './ffmpeg-arguments.ts';
import { connectFiles, coreInputPath, enlargeStack, type FfmpegCore, limitHeap } from './ffmpeg-core.ts';

export type WorkerJob = { inputPath: string; ffmpegArguments: string[] };
export type WorkerMessage =
  | { kind: 'output'; chunk: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; exitCode: number; message: string }
  | { kind: 'failure'; detail: string };

type CreateCore = (options: {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
}) => Promise<FfmpegCore>;

const flushBytes = 256 * 1024;
const flushMilliseconds = 200;

/** `@ffmpeg/core` is made for browser workers: it looks for two of their globals. Sockets, which it has glue for, go. */
function imitateBrowserWorker() {
  Object.assign(globalThis, { self: { location: { href: 'file:///ffmpeg-core.js' } }, WorkerGlobalScope: class {} });
  for (const name of ['WebSocket', 'fetch', 'EventSource']) Reflect.deleteProperty(globalThis, name);
}

async function loadCore(module: WebAssembly.Module): Promise<FfmpegCore> {
  imitateBrowserWorker();
  const createCore = createRequire(import.meta.url)('@ffmpeg/core') as CreateCore;
  const core = await createCore({
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(module, imports);
      const memory = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory);
      if (!memory) throw new Error('@ffmpeg/core exports no memory');
      limitHeap(memory, wasmHeapBytes);
      done(instance);
      return {};
    },
  });
  enlargeStack(core);
  return core;
}

const post = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

/** Gathers FFmpeg's small writes, so that a message to the owner carries much or is at least regular. */
function createOutputGatherer() {
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let gatheredBytes = 0;
  let flushedAt = performance.now();
  const flush = () => {
    if (gatheredBytes === 0) return;
    const chunk = new Uint8Array(gatheredBytes);
    let offset = 0;
    for (const part of chunks) {
      chunk.set(part, offset);
      offset += part.byteLength;
    }
    post({ kind: 'output', chunk }, [chunk.buffer]);
    chunks = [];
    gatheredBytes = 0;
    flushedAt = performance.now();
  };
  const add = (part: Uint8Array<ArrayBuffer>) => {
    chunks.push(part);
    gatheredBytes += part.byteLength;
    if (gatheredBytes >= flushBytes || performance.now() - flushedAt > flushMilliseconds) flush();
  };
  return { add, flush };
}

function runJob(core: FfmpegCore, job: WorkerJob): void {
  const gatherer = createOutputGatherer();
  const complaints: string[] = [];
  core.setTimeout(-1);
  core.setLogger(({ message }) => {
    complaints.push(message.slice(0, 400));
    if (complaints.length > 20) complaints.shift();
  });
  const descriptor = openSync(job.inputPath, 'r');
  try {
    connectFiles(core, { descriptor, bytes: fstatSync(descriptor).size }, gatherer.add);
    const exitCode = core.exec(...job.ffmpegArguments);
    gatherer.flush();
    post({ kind: 'end', exitCode, message: summariseComplaint(complaints, coreInputPath) });
  } catch (error) {
    gatherer.flush();
    post({ kind: 'failure', detail: `the decoder crashed (${error instanceof Error ? error.message : 'unknown'})` });
  } finally {
    closeSync(descriptor);
  }
}

const core = await loadCore((workerData as { module: WebAssembly.Module }).module);
parentPort?.once('message', (job: WorkerJob) => runJob(core, job));
