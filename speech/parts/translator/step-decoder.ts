import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { LogitRows, StepDecoder } from './beam-search.ts';
import type { TranslationConfig } from './translation-model.ts';

type Session = Pick<InferenceSession, 'run' | 'inputNames'>;
export type TranslationSessions = { encoder: Session; decoder: Session };

/** `int64[rows, length]`, every row the same. */
export function makeIds(ids: readonly number[], rows = 1): Tensor {
  const data = new BigInt64Array(ids.length * rows);
  for (let i = 0; i < data.length; i += 1) data[i] = BigInt(ids[i % ids.length] ?? 0);
  return new Tensor('int64', data, [rows, ids.length]);
}

const makeColumn = (ids: readonly number[]): Tensor =>
  new Tensor('int64', BigInt64Array.from(ids, BigInt), [ids.length, 1]);

function readLogits(logits: Tensor | undefined): LogitRows {
  const [rows = 0, positions = 0, width = 0] = logits?.dims ?? [];
  const data = logits?.data;
  if (!(data instanceof Float32Array) || rows * positions * width === 0) {
    throw new TypeError('the decoder did not answer with logits float32[rows, positions, vocabulary]');
  }
  // Only the first step has more than one position, and it has one row: its last position is what counts.
  return { data: positions === 1 ? data : data.subarray((positions - 1) * width), width };
}

type Tensors = Readonly<Record<string, Tensor>>;

/** One key or value input of the decoder and the output that becomes it in the next step. */
type CacheSlot = { past: string; present: string; side: 'decoder' | 'encoder' };

const slotPattern = /^past_key_values\.(\d+\.(decoder|encoder)\.(?:key|value))$/;

/** The decoder's cache inputs, found by name: how many layers there are is the graph's own affair. */
export function findCacheSlots(inputNames: readonly string[]): CacheSlot[] {
  return inputNames.flatMap((past) => {
    const match = slotPattern.exec(past);
    if (!match) return [];
    return [{ past, present: `present.${match[1]}`, side: match[2] === 'encoder' ? 'encoder' : 'decoder' } as const];
  });
}

/** Row `i` of the result is row `parents[i]` of a batch-first tensor; `store` is written into where it suffices. */
function gatherRows(tensor: Tensor, parents: readonly number[], store = new Float32Array(0)) {
  const data = tensor.data;
  if (!(data instanceof Float32Array)) throw new TypeError('a decoder cache is not float32');
  const rowLength = data.length / (tensor.dims[0] ?? 1);
  const needed = rowLength * parents.length;
  const memory = store.length >= needed ? store : new Float32Array(needed * 2);
  for (const [row, parent] of parents.entries()) {
    memory.set(data.subarray(parent * rowLength, (parent + 1) * rowLength), row * rowLength);
  }
  const dims = [parents.length, ...tensor.dims.slice(1)];
  return { tensor: new Tensor('float32', memory.subarray(0, needed), dims), memory };
}

/** The decoder's own grow each step and follow their hypotheses; the encoder's are made once and stay. */
function createDecoderCache(slots: readonly CacheSlot[], headCount: number, headSize: number) {
  const memories = new Map<string, Float32Array<ArrayBuffer>>();
  const newest = new Map<string, Tensor>();
  const repeated = new Map<string, Tensor>();
  let rows = 1;

  /** The inputs of the first step: nothing, but what is known of the source already. */
  function begin(): Record<string, Tensor> {
    const none = () => new Tensor('float32', new Float32Array(0), [1, headCount, 0, headSize]);
    return Object.fromEntries(slots.map(({ past }) => [past, newest.get(past) ?? none()]));
  }

  /** Takes a run's outputs; the encoder's keys and values only the first time, as later steps leave them empty. */
  function keep(outputs: Tensors): void {
    for (const { past, present, side } of slots) {
      const tensor = outputs[present];
      if (tensor && (side === 'decoder' || !newest.has(past))) newest.set(past, tensor);
    }
  }

  function arrangeDecoder(past: string, tensor: Tensor, parents: readonly number[]): Tensor {
    if (parents.length === rows && parents.every((parent, row) => parent === row)) return tensor;
    const { tensor: arranged, memory } = gatherRows(tensor, parents, memories.get(past));
    memories.set(past, memory);
    return arranged;
  }

  /** What is known of the source, in as many rows as there are hypotheses. */
  function repeat(name: string, tensor: Tensor, count: number): Tensor {
    const known = [tensor, repeated.get(name)].find((one) => one?.dims[0] === count);
    if (known) return known;
    const made = gatherRows(tensor, new Array<number>(count).fill(0)).tensor;
    repeated.set(name, made);
    return made;
  }

  /** The inputs of the next step, one row for each of `parents`. */
  function arrange(parents: readonly number[]): Record<string, Tensor> {
    const feeds: Record<string, Tensor> = {};
    for (const { past, side } of slots) {
      const tensor = newest.get(past);
      if (!tensor) throw new TypeError(`the decoder did not give ${past}`);
      feeds[past] = side === 'decoder' ? arrangeDecoder(past, tensor, parents) : repeat(past, tensor, parents.length);
    }
    rows = parents.length;
    return feeds;
  }

  return { begin, keep, repeat, arrange };
}

const branchInput = 'use_cache_branch';

/**
 * Opens a decoder for one source sentence over the graphs of a translation folder, in one of two forms, told apart by the
 * decoder's inputs:
 *
 * - *stepwise* (no `use_cache_branch`): the encoder takes `input_ids`, `attention_mask` and gives the keys and values of
 *   cross-attention, `present.N.encoder.key|value`; the decoder takes `input_ids` int64[rows, 1], `encoder_attention_mask`,
 *   `past_key_values.N.decoder|encoder.key|value` and gives `logits` float32[rows, 1, vocabulary] and
 *   `present.N.decoder.key|value`. An empty past is the first step, and every step is like every other;
 * - *merged* (`use_cache_branch`), as published NLLB and MADLAD exports have it: the encoder gives `last_hidden_state`, and
 *   the decoder makes the keys of the source in its first step, without a cache (`use_cache_branch` false, empty past).
 *
 * All hypotheses are one batch.
 * @param sourceIds as the encoder takes them, language token and end included.
 * @param startIds what the decoder begins with.
 */
export async function openStepDecoder(
  { encoder, decoder }: TranslationSessions,
  config: TranslationConfig,
  sourceIds: readonly number[],
  startIds: readonly number[],
): Promise<StepDecoder> {
  const isMerged = decoder.inputNames.includes(branchInput);
  const cache = createDecoderCache(findCacheSlots(decoder.inputNames), config.headCount, config.headSize);
  const mask = sourceIds.map(() => 1);
  const encoded = await encoder.run({ input_ids: makeIds(sourceIds), attention_mask: makeIds(mask) });
  cache.keep(encoded);

  function describeSource(rows: number, isCached: boolean): Record<string, Tensor> {
    const ofEveryForm = { encoder_attention_mask: makeIds(mask, rows) };
    if (!isMerged) return ofEveryForm;
    const { last_hidden_state: hidden } = encoded;
    if (!hidden) throw new TypeError('the encoder did not answer with last_hidden_state');
    const branch = new Tensor('bool', [isCached], [1]);
    return { ...ofEveryForm, encoder_hidden_states: cache.repeat('hidden', hidden, rows), [branchInput]: branch };
  }

  async function step(inputIds: Tensor, past: Record<string, Tensor>, isCached = true): Promise<LogitRows> {
    const source = describeSource(inputIds.dims[0] ?? 1, isCached);
    const outputs = await decoder.run({ ...source, ...past, input_ids: inputIds });
    cache.keep(outputs);
    return readLogits(outputs.logits);
  }

  return {
    async start() {
      if (isMerged) return step(makeIds(startIds), cache.begin(), false);
      const [first = 0, ...others] = startIds;
      let rows = await step(makeIds([first]), cache.begin());
      for (const id of others) rows = await step(makeIds([id]), cache.arrange([0]));
      return rows;
    },
    advance: (parents, tokens) => step(makeColumn(tokens), cache.arrange(parents)),
  };
}
