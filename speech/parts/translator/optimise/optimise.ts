import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as systemWait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { tryLock } from '#shared/process/lock-file.ts';
import { hashFile } from '../../../models/download.ts';
import {
  buildModelEnvironment,
  buildSandboxArguments,
  listModelCode,
  quietNodeArguments,
  summariseErrors,
} from '../../../process/sandbox.ts';
import { SpeechError } from '../../../speech-error.ts';

/** Our own graphs of a model, inside its folder. */
export const compactFolder = 'compact';
export const encoderFile = 'encoder.onnx';
export const decoderFile = 'decoder.onnx';
const recordFile = 'record.json';

/** What the published folder has, and we make ours from. */
export const publishedEncoder = 'onnx/encoder_model_quantized.onnx';
export const publishedDecoder = 'onnx/decoder_model_merged_quantized.onnx';

/** Raised when the same files would now be made into others. */
export const currentMaker = 1;

const fileFact = z.object({ bytes: z.int(), sha256: z.string() });
export type FileFact = z.infer<typeof fileFact>;

const schema = z.object({
  maker: z.int(),
  /** The published files that these were made from, and what was made. */
  from: z.object({ encoder: fileFact, decoder: fileFact }),
  made: z.object({ encoder: fileFact, decoder: fileFact }),
  /** How far logits are from the published graphs', as a share of their own size; `null` where memory did not suffice. */
  deviation: z.nullable(z.number()),
  /** Which token of the model's vocabulary a number in the graphs stands for. */
  sourceIds: z.array(z.int()),
  targetIds: z.array(z.int()),
});
export type CompactRecord = z.infer<typeof schema>;

async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    ({ size }) => size,
    () => null,
  );
}

const ownFiles = [
  ['encoder', path.join(compactFolder, encoderFile), publishedEncoder],
  ['decoder', path.join(compactFolder, decoderFile), publishedDecoder],
] as const;

/**
 * The record of our own graphs; `null` where there are none, or of another maker, or not of the size that was written, or
 * made from files of another size than lie there now.
 */
export async function readCompactRecord(folder: string): Promise<CompactRecord | null> {
  const text = await readFile(path.join(folder, compactFolder, recordFile), 'utf8').catch(() => '{}');
  const parsed = schema.safeParse(JSON.parse(text));
  if (!parsed.success || parsed.data.maker !== currentMaker) return null;
  for (const [part, ours, published] of ownFiles) {
    const publishedBytes = await sizeOf(path.join(folder, published));
    if ((await sizeOf(path.join(folder, ours))) !== parsed.data.made[part].bytes) return null;
    // A folder may be handed on without the published files.
    if (publishedBytes !== null && publishedBytes !== parsed.data.from[part].bytes) return null;
  }
  return parsed.data;
}

/** Reads every byte of our own graphs; names those that are not what was made. */
export async function findDamagedGraphs(folder: string, { made }: CompactRecord): Promise<string[]> {
  const damaged: string[] = [];
  for (const [part, ours] of ownFiles) {
    if ((await hashFile(path.join(folder, ours))) !== made[part].sha256) damaged.push(ours);
  }
  return damaged;
}

/** Written last: what it names is whole and was checked. */
export async function writeCompactRecord(folder: string, record: CompactRecord): Promise<void> {
  const file = path.join(folder, compactFolder, recordFile);
  await writeFile(`${file}.part`, `${JSON.stringify(record)}\n`);
  await rename(`${file}.part`, file);
}

const childFile = fileURLToPath(new URL('./child.ts', import.meta.url));
const lockName = '.compacting';
const busyWaitMilliseconds = 1_000;

/** Runs the child in its sandbox: it reads the folder and writes into `compact/`, nothing else. */
async function runChild(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const sandbox = buildSandboxArguments([...listModelCode(), path.join(folder, '*')]);
  const writable = `--allow-fs-write=${path.join(path.resolve(folder), compactFolder, '*')}`;
  const child = fork(childFile, [folder], {
    env: buildModelEnvironment(),
    execArgv: [...sandbox, writable, '--allow-addons', ...quietNodeArguments],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    killSignal: 'SIGKILL',
    ...(signal ? { signal } : {}),
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  const [code, killedBy] = await once(child, 'exit');
  if (code !== 0) {
    throw new SpeechError(
      'ENGINE_NOT_READY',
      `the translator was not rearranged (${killedBy ?? code}): ${summariseErrors(errors)}`,
    );
  }
}

/**
 * Sees to it that a published NLLB folder has our own graphs beside it; done once, in a minute, by whichever process comes
 * first. A folder that came with them, or cannot be written to, is taken as it is.
 * @throws {SpeechError} `ENGINE_NOT_READY` when the files have another form than the published ones, or ours say other things.
 */
export async function ensureOptimised(folder: string, signal?: AbortSignal): Promise<void> {
  if (await readCompactRecord(folder)) return;
  await mkdir(path.join(folder, compactFolder), { recursive: true });
  for (;;) {
    const lock = tryLock(path.join(folder, lockName));
    if (lock.isOurs) {
      try {
        if (!(await readCompactRecord(folder))) await runChild(folder, signal);
        return;
      } finally {
        lock.unlock();
      }
    }
    await systemWait(busyWaitMilliseconds, undefined, signal ? { signal } : {});
  }
}
