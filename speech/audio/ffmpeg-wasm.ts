import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { AudioDecoder, ConversionJob } from './audio-decoder.ts';
import { stallMilliseconds } from './decoder-limits.ts';
import { buildFfmpegArguments } from './ffmpeg-arguments.ts';
import { coreInputPath, coreOutputPath } from './ffmpeg-core.ts';
import type { WorkerJob, WorkerMessage } from './ffmpeg-wasm-worker.ts';
import { type ConversionReport, superviseConversion } from './supervise-conversion.ts';

// Compiling FFmpeg's 31 MB takes 150 ms; the module is shared by all workers of the process.
let compiledModule: Promise<WebAssembly.Module> | undefined;

function compileCore(): Promise<WebAssembly.Module> {
  compiledModule ??= readFile(createRequire(import.meta.url).resolve('@ffmpeg/core/wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return compiledModule;
}

function startWorker(module: WebAssembly.Module): Worker {
  const worker = new Worker(new URL('./ffmpeg-wasm-worker.ts', import.meta.url), {
    workerData: { module },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 },
  });
  worker.unref();
  // A spare that dies unseen must not take the process along; the conversion that gets it then fails cleanly.
  worker.on('error', () => {});
  return worker;
}

function runWorker(worker: Worker, job: ConversionJob, report: ConversionReport): () => void {
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'output') report.output(message.chunk);
    else if (message.kind === 'end') report.end(message.exitCode, message.message);
    else report.fail(message.detail);
  });
  worker.on('error', (error) => report.fail(`the decoder crashed (${error.message})`));
  worker.on('exit', () => report.fail('the decoder ended early'));
  worker.ref();
  const workerJob: WorkerJob = {
    inputPath: job.inputPath,
    ffmpegArguments: buildFfmpegArguments(job, coreInputPath, `file:${coreOutputPath}`),
  };
  worker.postMessage(workerJob);
  return () => void worker.terminate();
}

/**
 * FFmpeg as WebAssembly, one worker thread a conversion: a sandbox that sees one file and can be ended in the middle.
 * One started worker is kept in reserve, which saves a third of the time of a short clip.
 */
export function createWasmDecoder(limits = { stallMilliseconds }): AudioDecoder {
  let spare: Worker | undefined;
  let isClosed = false;
  const takeWorker = (module: WebAssembly.Module) => {
    const worker = spare && spare.threadId !== -1 ? spare : startWorker(module);
    spare = undefined;
    return worker;
  };
  const keepSpare = (module: WebAssembly.Module) => {
    if (!isClosed) spare ??= startWorker(module);
  };
  return {
    kind: 'ffmpeg-wasm',
    prepare: async () => keepSpare(await compileCore()),
    convert: async (job, onOutput) => {
      const module = await compileCore();
      const running = superviseConversion({ ...job, ...limits }, onOutput, (report) =>
        runWorker(takeWorker(module), job, report),
      );
      return running.finally(() => keepSpare(module));
    },
    close: async () => {
      isClosed = true;
      await spare?.terminate();
      spare = undefined;
    },
  };
}
