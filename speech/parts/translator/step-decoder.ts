import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { LogitRows, StepDecoder } from './beam-search.ts';
import type { TranslationConfig } from './load.ts';

type Session = Pick<InferenceSession, 'run' | 'inputNames'>;
export type TranslationSessions = { encoder: Session; decoder: Session };

/**
 * Opens a decoder for one source sentence.
 * @param sourceIds as the encoder takes them, language token and end included.
 * @param startIds what the decoder begins with.
 */
type OpenStepDecoder = (
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

/** Runs the encoder for one sentence. */
function runEncoder(encoder: Session, sourceIds: readonly number[]) {
  const mask = new Array<number>(sourceIds.length).fill(1);
  return encoder.run({ input_ids: makeIds(sourceIds), attention_mask: makeIds(mask) });
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

/**
 * Copies rows of a batch-first tensor: row `i` of the result is row `parents[i]` of the input.
 * @param store memory to write into; a larger one is taken when it does not suffice.
 */
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

/**
 * Keys and values of one sentence. The decoder's own grow by a position each step and follow their hypotheses; the
 * encoder's are made by the first step, are the same for every hypothesis and stay.
 */
function createDecoderCache(slots: readonly CacheSlot[], headCount: number, headSize: number) {
  const memories = new Map<string, Float32Array<ArrayBuffer>>();
  const newest = new Map<string, Tensor>();
  const encoderRows = new Map<string, Tensor>();
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

  function repeatEncoder(past: string, tensor: Tensor, count: number): Tensor {
    const repeated = encoderRows.get(past);
    if (repeated?.dims[0] === count) return repeated;
    const made = gatherRows(tensor, new Array<number>(count).fill(0)).tensor;
    encoderRows.set(past, made);
    return made;
  }

  /** The inputs of the next step, one row for each of `parents`. */
  function arrange(parents: readonly number[]): Record<string, Tensor> {
    const feeds: Record<string, Tensor> = {};
    for (const { past, side } of slots) {
      const tensor = newest.get(past);
      if (!tensor) throw new TypeError(`the decoder did not give ${past}`);
      feeds[past] =
        side === 'decoder' ? arrangeDecoder(past, tensor, parents) : repeatEncoder(past, tensor, parents.length);
    }
    rows = parents.length;
    return feeds;
  }

  return { begin, keep, arrange };
}

const branchInput = 'use_cache_branch';

/**
 * A decoder over the graphs of a translation folder, in one of two forms, told apart by the decoder's inputs:
 *
 * - *stepwise* (no `use_cache_branch`): the encoder takes `input_ids`, `attention_mask` and gives the keys and values of
 *   cross-attention, `present.N.encoder.key|value`; the decoder takes `input_ids` int64[rows, 1], `encoder_attention_mask`,
 *   `past_key_values.N.decoder|encoder.key|value` and gives `logits` float32[rows, 1, vocabulary] and
 *   `present.N.decoder.key|value`. An empty past is the first step;
 * - *merged* (`use_cache_branch`), as published NLLB and MADLAD exports have it: the encoder gives `last_hidden_state`, and
 *   the decoder makes the keys of the source in its first step.
 */
export const openStepDecoder: OpenStepDecoder = (sessions, ...rest) =>
  (sessions.decoder.inputNames.includes(branchInput) ? openMergedDecoder : openStepwiseDecoder)(sessions, ...rest);

/**
 * Over the merged graph of an NLLB- or T5-layout export: the first step without a cache (`use_cache_branch` false, empty
 * past), the later ones with it, all hypotheses as one batch.
 */
const openMergedDecoder: OpenStepDecoder = async ({ encoder, decoder }, config, sourceIds, startIds) => {
  const { last_hidden_state: hidden } = await runEncoder(encoder, sourceIds);
  if (!hidden) throw new TypeError('the encoder did not answer with last_hidden_state');
  const cache = createDecoderCache(findCacheSlots(decoder.inputNames), config.headCount, config.headSize);
  const mask = sourceIds.map(() => 1);
  let source = { encoder_hidden_states: hidden, encoder_attention_mask: makeIds(mask) };

  async function step(inputIds: Tensor, past: Record<string, Tensor>, isCached: boolean): Promise<LogitRows> {
    const branch = new Tensor('bool', [isCached], [1]);
    const outputs = await decoder.run({ ...source, ...past, input_ids: inputIds, [branchInput]: branch });
    cache.keep(outputs);
    return readLogits(outputs.logits);
  }

  return {
    start: () => step(makeIds(startIds), cache.begin(), false),
    advance(parents, tokens) {
      const rows = parents.length;
      if (source.encoder_hidden_states.dims[0] !== rows) {
        const repeated = gatherRows(hidden, new Array<number>(rows).fill(0)).tensor;
        source = { encoder_hidden_states: repeated, encoder_attention_mask: makeIds(mask, rows) };
      }
      return step(makeColumn(tokens), cache.arrange(parents), true);
    },
  };
};

/** The stepwise form: every step is like every other. */
const openStepwiseDecoder: OpenStepDecoder = async ({ encoder, decoder }, config, sourceIds, startIds) => {
  const cache = createDecoderCache(findCacheSlots(decoder.inputNames), config.headCount, config.headSize);
  cache.keep(await runEncoder(encoder, sourceIds));
  const mask = sourceIds.map(() => 1);

  async function step(tokens: readonly number[], past: Record<string, Tensor>): Promise<LogitRows> {
    const encoderMask = makeIds(mask, tokens.length);
    const outputs = await decoder.run({ ...past, input_ids: makeColumn(tokens), encoder_attention_mask: encoderMask });
    cache.keep(outputs);
    return readLogits(outputs.logits);
  }

  return {
    async start() {
      const [first = 0, ...others] = startIds;
      let rows = await step([first], cache.begin());
      for (const id of others) rows = await step([id], cache.arrange([0]));
      return rows;
    },
    advance: (parents, tokens) => step(tokens, cache.arrange(parents)),
  };
};
