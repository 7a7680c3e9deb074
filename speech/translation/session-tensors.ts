import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { LogitRows, StepDecoder } from './beam-search.ts';
import type { TranslationConfig } from './translation-config.ts';

export type Session = Pick<InferenceSession, 'run' | 'inputNames'>;
export type TranslationSessions = { encoder: Session; decoder: Session };

/**
 * Opens a decoder for one source sentence.
 * @param sourceIds as the encoder takes them, language token and end included.
 * @param startIds what the decoder begins with.
 */
export type OpenStepDecoder = (
  sessions: TranslationSessions,
  config: TranslationConfig,
  sourceIds: readonly number[],
  startIds: readonly number[],
) => Promise<StepDecoder>;

/** `int64[rows, length]`, every row the same. */
export function makeIds(ids: readonly number[], rows = 1): Tensor {
  const data = new BigInt64Array(ids.length * rows);
  for (let i = 0; i < data.length; i += 1) data[i] = BigInt(ids[i % ids.length] ?? 0);
  return new Tensor('int64', data, [rows, ids.length]);
}

/** `int64[rows, 1]`. */
export const makeColumn = (ids: readonly number[]): Tensor =>
  new Tensor('int64', BigInt64Array.from(ids, BigInt), [ids.length, 1]);

export function readLogits(logits: Tensor | undefined): LogitRows {
  const [rows = 0, positions = 0, width = 0] = logits?.dims ?? [];
  const data = logits?.data;
  if (!(data instanceof Float32Array) || rows * positions * width === 0) {
    throw new TypeError('the decoder did not answer with logits float32[rows, positions, vocabulary]');
  }
  // Only the first step has more than one position, and it has one row: its last position is what counts.
  return { data: positions === 1 ? data : data.subarray((positions - 1) * width), width };
}

/** Runs the encoder for one sentence. */
export function runEncoder(encoder: Session, sourceIds: readonly number[]) {
  const mask = new Array<number>(sourceIds.length).fill(1);
  return encoder.run({ input_ids: makeIds(sourceIds), attention_mask: makeIds(mask) });
}
