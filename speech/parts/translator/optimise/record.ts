import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { hashFile, replaceFile, sizeOf } from '../../../process/files.ts';
import type { TranslatorGraphs } from '../translation-model.ts';

/** Optimised graphs of a model, inside its folder. */
export const optimisedFolder = 'compact';
export const encoderFile = 'encoder.onnx';
export const decoderFile = 'decoder.onnx';
const recordFile = 'record.json';

/** What the published folder has, and they are made from. */
export const publishedEncoder = 'onnx/encoder_model_quantized.onnx';
export const publishedDecoder = 'onnx/decoder_model_merged_quantized.onnx';

/** Raised when the published files would now be made into others, or others are pinned. */
export const currentMaker = 1;

const fileFact = z.object({ bytes: z.int(), sha256: z.string() });
export type FileFact = z.infer<typeof fileFact>;

const schema = z.object({
  maker: z.int(),
  made: z.object({ encoder: fileFact, decoder: fileFact }),
  /** Which token of the model's vocabulary a number in the graphs stands for. */
  sourceIds: z.array(z.int()),
  targetIds: z.array(z.int()),
});
export type OptimisedRecord = z.infer<typeof schema>;

const optimisedFiles = [
  ['encoder', path.join(optimisedFolder, encoderFile)],
  ['decoder', path.join(optimisedFolder, decoderFile)],
] as const;

/** The record of the optimised graphs; `null` where there are none, or of another maker, or of another size. */
export async function readOptimisedRecord(folder: string): Promise<OptimisedRecord | null> {
  const file = path.join(folder, optimisedFolder, recordFile);
  const parsed = schema.safeParse(
    await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => undefined),
  );
  if (!parsed.success || parsed.data.maker !== currentMaker) return null;
  for (const [part, optimised] of optimisedFiles)
    if ((await sizeOf(path.join(folder, optimised))) !== parsed.data.made[part].bytes) return null;
  return parsed.data;
}

/** Reads every byte of the optimised graphs; names those that are not what was made. */
export async function findDamagedGraphs(folder: string, { made }: OptimisedRecord): Promise<string[]> {
  const damaged: string[] = [];
  for (const [part, optimised] of optimisedFiles) {
    if ((await hashFile(path.join(folder, optimised))) !== made[part].sha256) damaged.push(optimised);
  }
  return damaged;
}

/** Written last: what it names is whole. */
export async function writeOptimisedRecord(folder: string, record: OptimisedRecord): Promise<void> {
  await replaceFile(path.join(folder, optimisedFolder, recordFile), `${JSON.stringify(record)}\n`);
}

export function optimisedGraphs(folder: string, vocabulary: OptimisedRecord): TranslatorGraphs {
  const place = (file: string) => path.join(folder, optimisedFolder, file);
  return { encoder: place(encoderFile), decoder: place(decoderFile), vocabulary };
}

/** The optimised graphs of a folder, for `openSessions`; `null` where there are none that can be used. */
export async function findOptimisedGraphs(folder: string): Promise<TranslatorGraphs | null> {
  const record = await readOptimisedRecord(folder);
  return record && optimisedGraphs(folder, record);
}
