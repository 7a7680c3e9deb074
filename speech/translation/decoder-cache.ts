import { Tensor } from 'onnxruntime-node';

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
export function gatherRows(tensor: Tensor, parents: readonly number[], store = new Float32Array(0)) {
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
export function createDecoderCache(slots: readonly CacheSlot[], headCount: number, headSize: number) {
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
