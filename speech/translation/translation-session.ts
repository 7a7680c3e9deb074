import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { LogitRows, StepDecoder } from './beam-search.ts';
import { createDecoderCache, findCacheSlots, gatherRows } from './decoder-cache.ts';
import type { TranslationConfig } from './translation-config.ts';

type Session = Pick<InferenceSession, 'run' | 'inputNames'>;
export type TranslationSessions = { encoder: Session; decoder: Session };

/** `int64[rows, length]`, every row the same. */
function makeIds(ids: readonly number[], rows = 1): Tensor {
  const data = new BigInt64Array(ids.length * rows);
  for (let i = 0; i < data.length; i += 1) data[i] = BigInt(ids[i % ids.length] ?? 0);
  return new Tensor('int64', data, [rows, ids.length]);
}

function readLogits(logits: Tensor | undefined): LogitRows {
  const [rows = 0, positions = 0, width = 0] = logits?.dims ?? [];
  const data = logits?.data;
  if (!(data instanceof Float32Array) || rows * positions * width === 0) {
    throw new TypeError('the decoder did not answer with logits float32[rows, positions, vocabulary]');
  }
  // Only the first step has more than one position, and it has one row: its last position is what counts.
  return { data: positions === 1 ? data : data.subarray((positions - 1) * width), width };
}

/** Runs the encoder: `hidden` float32[1, length, d], `mask` int64[1, length]. */
async function encodeSource(encoder: Session, sourceIds: readonly number[]) {
  const mask = new Array<number>(sourceIds.length).fill(1);
  const outputs = await encoder.run({ input_ids: makeIds(sourceIds), attention_mask: makeIds(mask) });
  const hidden = outputs.last_hidden_state;
  if (!hidden) throw new TypeError('the encoder did not answer with last_hidden_state');
  return { hidden, mask };
}

/**
 * A decoder for one source sentence over the merged graph of an NLLB- or T5-layout export: the first step without a
 * cache (`use_cache_branch` false, empty past), the later ones with it, all hypotheses as one batch.
 * @param sourceIds as the encoder takes them, language token and end included.
 * @param startIds what the decoder begins with; all of it goes through the first step.
 */
export async function openStepDecoder(
  { encoder, decoder }: TranslationSessions,
  config: TranslationConfig,
  sourceIds: readonly number[],
  startIds: readonly number[],
): Promise<StepDecoder> {
  const { hidden, mask } = await encodeSource(encoder, sourceIds);
  const cache = createDecoderCache(findCacheSlots(decoder.inputNames), config.headCount, config.headSize);
  let source = { encoder_hidden_states: hidden, encoder_attention_mask: makeIds(mask) };

  async function step(inputIds: Tensor, past: Record<string, Tensor>, isCached: boolean): Promise<LogitRows> {
    const branch = new Tensor('bool', [isCached], [1]);
    const outputs = await decoder.run({ ...source, ...past, input_ids: inputIds, use_cache_branch: branch });
    cache.keep(outputs);
    return readLogits(outputs.logits);
  }

  return {
    start: () => step(makeIds(startIds), cache.empty(), false),
    advance(parents, tokens) {
      const rows = parents.length;
      if (source.encoder_hidden_states.dims[0] !== rows) {
        const repeated = gatherRows(hidden, new Array<number>(rows).fill(0)).tensor;
        source = { encoder_hidden_states: repeated, encoder_attention_mask: makeIds(mask, rows) };
      }
      const inputIds = new Tensor('int64', BigInt64Array.from(tokens, BigInt), [rows, 1]);
      return step(inputIds, cache.arrange(parents), true);
    },
  };
}
