import { Tensor } from 'onnxruntime-node';
import type { LogitRows } from './beam-search.ts';
import { createDecoderCache, findCacheSlots, gatherRows } from './decoder-cache.ts';
import { makeColumn, makeIds, type OpenStepDecoder, readLogits, runEncoder } from './session-tensors.ts';

const branchInput = 'use_cache_branch';

/** A decoder over the graphs of a translation folder: as published, or as we rewrite them (compact/compact-graphs.ts). */
export const openStepDecoder: OpenStepDecoder = (sessions, ...rest) =>
  (sessions.decoder.inputNames.includes(branchInput) ? openMergedDecoder : openCompactDecoder)(sessions, ...rest);

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

/** Over our own graphs: the encoder gives the source's keys and values itself, and every step is like every other. */
const openCompactDecoder: OpenStepDecoder = async ({ encoder, decoder }, config, sourceIds, startIds) => {
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
