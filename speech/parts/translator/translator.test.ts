import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { scoreHypothesis, searchBeams } from './beam-search.ts';
import { loadTranslator } from './load.ts';
import type { TranslationSessions } from './step-decoder.ts';
import { openStepDecoder } from './step-decoder.ts';
import { createTranslationTokenizer } from './tokenizer.ts';
import { readTranslationConfig } from './translation-model.ts';

const folder = fileURLToPath(new URL('../../../tests/fixtures/models/tiny-translator', import.meta.url));
const readJson = (name: string): object => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
const config = readTranslationConfig(readJson('config.json'), readJson('generation_config.json'));
const tokenizer = createTranslationTokenizer(
  { tokenizerJson: readJson('tokenizer.json'), tokenizerConfig: readJson('tokenizer_config.json'), vocabulary: null },
  config,
);
const sessionOptions = { intraOpNumThreads: 1, interOpNumThreads: 1 };
const sentences = [
  'Subax wanaagsan.',
  'Magacaygu waa Cali.',
  'Caruurtu dugsiga ayay aadeen.',
  'Sidee tahay?',
  'Haa',
  'Waan fiicanahay, mahadsanid.',
];

/** Ran into the length limit. Ours takes a sentence that has ended instead, where there is one, however sure the cut one was. */
const isCutShort = (ids: readonly number[] = []) => ids.at(-1) !== config.endId;

/** One line of what tests/fixtures/models/tiny-translator/make.py wrote down. */
type Reference = { text: string; beams: number; noRepeatSize: number; ids: number[]; score: number | null };

let sessions: TranslationSessions;

beforeAll(async () => {
  sessions = {
    encoder: await InferenceSession.create(`${folder}/onnx/encoder_model.onnx`, sessionOptions),
    decoder: await InferenceSession.create(`${folder}/onnx/decoder_model_merged.onnx`, sessionOptions),
  };
});

const int64 = (ids: readonly number[]) => new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);

/** Log-softmax of what follows `prefix`, by the whole prefix in one run without any cache: the slow, plain way. */
async function predictWithoutCache(sourceIds: readonly number[], prefix: readonly number[]): Promise<number[]> {
  const mask = int64(sourceIds.map(() => 1));
  const encoded = await sessions.encoder.run({ input_ids: int64(sourceIds), attention_mask: mask });
  const past = Object.fromEntries(
    sessions.decoder.inputNames
      .filter((name) => name.startsWith('past_key_values'))
      .map((name) => [name, new Tensor('float32', new Float32Array(0), [1, config.headCount, 0, config.headSize])]),
  );
  const { logits } = await sessions.decoder.run({
    ...past,
    input_ids: int64(prefix),
    encoder_attention_mask: mask,
    encoder_hidden_states: encoded.last_hidden_state as Tensor,
    use_cache_branch: new Tensor('bool', [false], [1]),
  });
  const width = logits?.dims[2] ?? 0;
  const last = Array.from((logits ?? int64([])).data as Float32Array).slice(-width);
  const total = Math.log(last.reduce((sum, value) => sum + Math.exp(value), 0));
  return last.map((value) => value - total);
}

async function search(sentence: string, beams: number, noRepeatSize = 0) {
  const ids = tokenizer.encode(sentence);
  const decoder = await openStepDecoder(sessions, config, tokenizer.wrapSource(ids), tokenizer.startIds);
  const { endId } = config;
  const { suppressedIds } = tokenizer;
  return searchBeams(decoder, {
    beams,
    maxNewTokens: 24,
    endId,
    noRepeatSize,
    source: ids,
    suppressedIds,
    givenTokens: 1,
  });
}

async function decodeGreedily(sentence: string): Promise<{ ids: number[]; total: number }> {
  const source = tokenizer.wrapSource(tokenizer.encode(sentence));
  const ids: number[] = [];
  let total = 0;
  while (ids.length < 24 && ids.at(-1) !== config.endId) {
    const scores = await predictWithoutCache(source, [...tokenizer.startIds, ...ids]);
    for (const banned of tokenizer.suppressedIds) scores[banned] = Number.NEGATIVE_INFINITY;
    const best = scores.indexOf(Math.max(...scores));
    total += scores[best] ?? 0;
    ids.push(best);
  }
  return { ids, total };
}

describe('the translator on a graph of the NLLB layout', () => {
  it('reads every id from the model’s own files', () => {
    expect(config).toMatchObject({
      family: 'm2m_100',
      headCount: 4,
      headSize: 4,
      endId: 2,
      padId: 1,
      decoderStartId: 2,
    });
    expect(tokenizer.startIds).toEqual([2, 180]);
    expect(tokenizer.wrapSource([7, 8])).toEqual([181, 7, 8, 2]);
    expect(tokenizer.decode(tokenizer.encode('Subax wanaagsan'))).toBe('Subax wanaagsan');
  });

  it('with one beam is greedy search, by a decode without cache', async () => {
    for (const sentence of sentences) {
      const greedy = await decodeGreedily(sentence);
      const [best] = await search(sentence, 1);
      expect(best?.ids).toEqual(greedy.ids);
      expect(best?.total).toBeCloseTo(greedy.total, 3);
    }
  });

  it('with four beams scores every token as a decode without cache does, though rows change places', async () => {
    for (const sentence of sentences) {
      const source = tokenizer.wrapSource(tokenizer.encode(sentence));
      const [best] = await search(sentence, 4, 3);
      for (const [at, id] of (best?.ids ?? []).entries()) {
        const scores = await predictWithoutCache(source, [...tokenizer.startIds, ...(best?.ids ?? []).slice(0, at)]);
        expect(best?.logProbabilities[at]).toBeCloseTo(scores[id] ?? 0, 3);
      }
    }
  });

  it('with four beams finds likelier sentences than greedy search does, taken together', async () => {
    let gain = 0;
    for (const sentence of sentences) {
      const greedy = await decodeGreedily(sentence);
      const [best] = await search(sentence, 4);
      if (best && isCutShort(best.ids) === isCutShort(greedy.ids))
        gain += scoreHypothesis(best) - scoreHypothesis(greedy);
    }
    expect(gain).toBeGreaterThan(0.1);
  });

  it('finds what the beam search of the transformers library finds on the same weights, for two hundred sentences', async () => {
    const lines = readFileSync(`${folder}/expected.jsonl`, 'utf8').trim().split('\n');
    const expected = lines.map((line) => JSON.parse(line) as Reference);
    expect(expected.filter(({ ids }) => ids.at(-1) === config.endId).length).toBeGreaterThan(2);
    let compared = 0;
    for (const { text, beams, noRepeatSize, ids, score } of expected) {
      const [best] = await search(text, beams, noRepeatSize);
      if (isCutShort(ids) && !isCutShort(best?.ids)) continue;
      compared += 1;
      expect(best?.ids).toEqual(ids);
      if (best && score !== null) expect(scoreHypothesis(best, 1)).toBeCloseTo(score, 3);
    }
    expect(compared).toBeGreaterThan(190);
  }, 180_000);

  it('translates with a score for every token', async () => {
    const translator = await loadTranslator(folder, sessionOptions);
    const translation = await translator.translate('Subax wanaagsan.');
    expect(translation.tokenLogProbabilities.length).toBeGreaterThan(0);
    expect(Math.max(...translation.tokenLogProbabilities)).toBeLessThanOrEqual(0);
  });

  it('says when the end is missing', async () => {
    const translator = await loadTranslator(folder, sessionOptions);
    const endings = new Set<boolean>();
    for (const sentence of sentences) endings.add((await translator.translate(sentence)).isCut);
    expect(endings).toEqual(new Set([true, false]));
  });

  it('cuts a long sentence and translates every piece', async () => {
    const translator = await loadTranslator(folder, sessionOptions);
    const short = await translator.translate('Magacaygu waa Cali,');
    const long = await translator.translate(Array(20).fill('Magacaygu waa Cali,').join(' '));
    expect(long.tokenLogProbabilities.length).toBeGreaterThan(short.tokenLogProbabilities.length * 2);
  });

  it('has nothing to say of nothing', async () => {
    const translator = await loadTranslator(folder, sessionOptions);
    expect(await translator.translate('  ')).toMatchObject({ text: '', tokenLogProbabilities: [] });
  });

  it('stops when it is told to', async () => {
    const translator = await loadTranslator(folder, sessionOptions);
    const signal = AbortSignal.abort();
    await expect(translator.translate('Subax wanaagsan.', signal)).rejects.toMatchObject({
      code: 'TRANSCRIPTION_CANCELLED',
    });
  });

  it('says which file is missing', async () => {
    await expect(loadTranslator(`${folder}/onnx`, sessionOptions)).rejects.toMatchObject({
      code: 'ENGINE_NOT_READY',
      detail: 'config.json cannot be read',
    });
  });
});
