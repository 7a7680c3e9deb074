// The process of WASM conversions: prepares FFmpeg, waits for a job on descriptor 3, does it with an FFmpeg that no other
// file has touched, and prepares the next. The bytes of the file come over that descriptor, too, so that this process may
// read no file but its own code. It waits for what it reads and writes.
import { readFileSync, readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { wasmHeapBytes } from './decoder.ts';
import { createLogReader } from './read-log.ts';
import { connectFiles, enlargeStack, type FfmpegCore, limitHeap } from './wasm-core.ts';
import {
  encodeFrame,
  encodeJsonFrame,
  frameHeaderBytes,
  frameKinds,
  type WasmEnd,
  type WasmJob,
} from './wasm-frames.ts';

type CreateCore = (options: {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
}) => Promise<FfmpegCore>;

const ownerDescriptor = 3;
const require = createRequire(import.meta.url);

/** `@ffmpeg/core` is made for browser workers: it looks for two of their globals. Sockets, which it has glue for, go. */
function imitateBrowserWorker() {
  Object.assign(globalThis, { self: { location: { href: 'file:///ffmpeg-core.js' } }, WorkerGlobalScope: class {} });
  for (const name of ['WebSocket', 'fetch', 'EventSource']) Reflect.deleteProperty(globalThis, name);
}

async function loadCore(module: WebAssembly.Module): Promise<FfmpegCore> {
  const createCore = require('@ffmpeg/core') as CreateCore;
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

/** Waits for exactly so many bytes from the owner. One that is gone has no use for us any more. */
function receive(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let filled = 0; filled < length; ) {
    const count = readSync(ownerDescriptor, bytes, filled, length - filled, null);
    if (count === 0) process.exit(0);
    filled += count;
  }
  return bytes;
}

function receiveJob(): WasmJob {
  const header = receive(frameHeaderBytes);
  return JSON.parse(receive(header.readUInt32LE(1)).toString()) as WasmJob;
}

function send(frame: Buffer): void {
  for (let written = 0; written < frame.length; ) written += writeSync(ownerDescriptor, frame, written);
}

function runJob(core: FfmpegCore, ffmpegArguments: readonly string[], input: Buffer): WasmEnd {
  const log = createLogReader();
  core.setTimeout(-1);
  core.setLogger(({ message }) => log.read(message));
  connectFiles(core, input, (chunk) => send(encodeFrame(frameKinds.output, chunk)));
  const exitCode = core.exec(...ffmpegArguments);
  return { ...log.end(), exitCode };
}

imitateBrowserWorker();
const module = new WebAssembly.Module(readFileSync(require.resolve('@ffmpeg/core/wasm')));
for (;;) {
  const core = await loadCore(module);
  const { ffmpegArguments, inputBytes } = receiveJob();
  try {
    send(encodeJsonFrame(frameKinds.end, runJob(core, ffmpegArguments, receive(inputBytes))));
  } catch {
    // FFmpeg crashed inside its memory: as far as its owner is concerned, a program that crashed.
    process.kill(process.pid, 'SIGABRT');
  }
  globalThis.gc?.();
}
