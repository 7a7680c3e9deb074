import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { GraphSketch } from '../onnx/skim-graph.ts';
import { publishedDecoder, publishedEncoder } from '../translation/compact/record.ts';
import { findCacheSlots } from '../translation/decoder-cache.ts';
import { inspectGraph } from './inspect-graph.ts';

const configShape = z.object({
  model_type: z.string(),
  vocab_size: z.optional(z.int()),
  decoder_layers: z.optional(z.int()),
  num_decoder_layers: z.optional(z.int()),
});
const tokenizerShape = z.object({
  added_tokens: z.array(z.object({ content: z.string(), id: z.int() })),
  model: z.object({
    vocab: z.union([z.array(z.tuple([z.string(), z.number()])), z.record(z.string(), z.number())]),
  }),
});

/** By model family: the tokens that name Somali and English. */
const languageTokens: Readonly<Record<string, readonly string[]>> = {
  m2m_100: ['som_Latn', 'eng_Latn'],
  t5: ['<2en>'],
};

const widthOf = ({ inputs, outputs }: GraphSketch, name: string) =>
  [...inputs, ...outputs].find((value) => value.name === name)?.dims.at(-1) ?? -1;

function describeDecoder({ inputs }: GraphSketch): string[] {
  const names = inputs.map(({ name }) => name);
  if (findCacheSlots(names).length === 0) {
    return ['it takes no past_key_values: a decoder without past; decoder_model_merged is wanted'];
  }
  return names.includes('use_cache_branch')
    ? []
    : ['it has no use_cache_branch: only the later steps (decoder_with_past); decoder_model_merged is wanted'];
}

function describePair(encoder: GraphSketch, decoder: GraphSketch): string[] {
  const [made, wanted] = [widthOf(encoder, 'last_hidden_state'), widthOf(decoder, 'encoder_hidden_states')];
  return made > 0 && wanted > 0 && made !== wanted
    ? [`the encoder gives ${made} numbers a token and the decoder takes ${wanted}: they are of different models`]
    : [];
}

type Config = z.infer<typeof configShape>;

function describeConfig({ model_type: family, ...config }: Config, decoder: GraphSketch): string[] {
  if (!languageTokens[family]) {
    return [`config.json: ${family} is no family of ours: the model of other languages`];
  }
  const layers = new Set(findCacheSlots(decoder.inputs.map(({ name }) => name)).map(({ past }) => past.split('.')[1]))
    .size;
  const wanted = config.decoder_layers ?? config.num_decoder_layers ?? layers;
  const width = widthOf(decoder, 'logits');
  const complaints: string[] = [];
  if (layers > 0 && layers !== wanted) complaints.push(`config.json: ${wanted} layers, the decoder has ${layers}`);
  if (width > 0 && config.vocab_size !== undefined && width !== config.vocab_size) {
    complaints.push(`config.json: a vocabulary of ${config.vocab_size}, the decoder has ${width}: of another model`);
  }
  return complaints;
}

async function readShape<T>(schema: z.ZodMiniType<T>, file: string): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

function describeTokenizer(tokenizer: z.infer<typeof tokenizerShape>, config: Config, decoder: GraphSketch): string[] {
  const { vocab } = tokenizer.model;
  const words = Array.isArray(vocab) ? vocab.map(([word]) => word) : Object.keys(vocab);
  const known = new Set([...words, ...tokenizer.added_tokens.map(({ content }) => content)]);
  const missing = (languageTokens[config.model_type] ?? []).filter((token) => !known.has(token));
  const size = Math.max(words.length, ...tokenizer.added_tokens.map(({ id }) => id + 1));
  const width = widthOf(decoder, 'logits');
  const complaints: string[] = [];
  if (missing.length > 0) complaints.push(`it does not know ${missing.join(', ')}: the tokenizer of another model`);
  if (width > 0 && size > width) complaints.push(`it has ${size} tokens and the decoder ${width}: of another model`);
  return complaints.map((complaint) => `tokenizer.json: ${complaint}`);
}

/** What keeps a translator's folder from being what we run, in sentences; empty when nothing is seen. */
export async function inspectTranslator(folder: string): Promise<string[]> {
  const encoder = await inspectGraph(path.join(folder, publishedEncoder));
  const decoder = await inspectGraph(path.join(folder, publishedDecoder));
  const complaints = [...encoder.complaints, ...decoder.complaints];
  if (!decoder.sketch) return complaints;
  complaints.push(
    ...describeDecoder(decoder.sketch).map((complaint) => `${path.basename(publishedDecoder)}: ${complaint}`),
  );
  if (encoder.sketch) complaints.push(...describePair(encoder.sketch, decoder.sketch));
  const config = await readShape(configShape, path.join(folder, 'config.json'));
  const tokenizer = await readShape(tokenizerShape, path.join(folder, 'tokenizer.json'));
  if (!config) return [...complaints, 'config.json: it cannot be read'];
  complaints.push(...describeConfig(config, decoder.sketch));
  if (!tokenizer) return [...complaints, 'tokenizer.json: it cannot be read'];
  return [...complaints, ...describeTokenizer(tokenizer, config, decoder.sketch)];
}
