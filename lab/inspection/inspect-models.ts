import { access, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { formatBytes } from '#speech/cli/format-models.ts';
import { dataTypes } from '#speech/parts/optimise/onnx-graph.ts';
import { publishedDecoder, publishedEncoder } from '#speech/parts/optimise/record.ts';
import { loadTokens, type Tokens } from '#speech/parts/recogniser/posteriors.ts';
import { findCacheSlots } from '#speech/parts/translator/step-decoder.ts';
import { type OnnxSummary, readOnnxSummary } from './onnx-summary.ts';

/** 8-bit products came into ONNX with this version of its operators. */
const firstOpsetWithInt8 = 11;

/** A graph that could be read, and what is wrong with it as a file. */
type InspectedGraph = { summary: OnnxSummary | null; complaints: string[] };

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

function describeWeights({ weightBytes }: OnnxSummary): string[] {
  const bytesOf = (type: number) => weightBytes.get(type) ?? 0;
  if (bytesOf(dataTypes.int8) + bytesOf(dataTypes.uint8) > 0) return [];
  const type = bytesOf(dataTypes.float16) > bytesOf(dataTypes.float32) ? 'float16' : 'float32';
  return [`its weights are ${type}: the int8 file is wanted, which is a quarter as large and quick enough`];
}

/** What a graph says about itself, or why it cannot be read. */
async function summariseGraph(
  file: string,
): Promise<{ summary: OnnxSummary; complaint?: never } | { summary: null; complaint: string }> {
  try {
    return { summary: await readOnnxSummary(file) };
  } catch (error) {
    const { size } = await stat(file);
    return { summary: null, complaint: `${(error as Error).message} (${formatBytes(size)} are there)` };
  }
}

/** What can be said about any graph of ours in 8 bits: whole, of a version that has them, its weights beside it. */
async function inspectGraph(file: string): Promise<InspectedGraph> {
  const name = path.basename(file);
  const { summary, complaint } = await summariseGraph(file);
  if (!summary) return { summary, complaints: [`${name}: ${complaint}`] };
  const complaints = describeWeights(summary);
  if (summary.opset < firstOpsetWithInt8) {
    complaints.push(`it is written in opset ${summary.opset}, which has no 8-bit products: an older export`);
  }
  for (const weightFile of summary.weightFiles) {
    if (!(await isThere(path.join(path.dirname(file), weightFile)))) {
      complaints.push(`its weights lie in ${weightFile}, which is not there`);
    }
  }
  return { summary, complaints: complaints.map((said) => `${name}: ${said}`) };
}

/** Without one of these nothing Somali can be written. */
const neededLetters = 'abcdefghijklmnoqrstuwxy';

function describeInput({ inputs, outputs }: OnnxSummary): string[] {
  const [input, ...others] = inputs;
  const shape = inputs.map(({ name, dims }) => `${name}[${dims.map((dim) => (dim < 0 ? 'n' : dim)).join(', ')}]`);
  if (input?.name !== 'x' || input.dims.length !== 2 || others.length > 0) {
    return [`it takes ${shape.join(', ')} and not samples x[1, n]: a recogniser of another family`];
  }
  return outputs.some(({ name }) => name === 'logits') ? [] : ['it does not answer with logits: no CTC recogniser'];
}

function describeTokens(tokens: Tokens, { outputs, metadata }: OnnxSummary): string[] {
  const width = outputs.find(({ name }) => name === 'logits')?.dims[2] ?? -1;
  const classes = width > 0 ? width : Number(metadata.get('vocab_size') ?? tokens.length);
  const missing = [...neededLetters].filter((letter) => !tokens.includes(letter));
  const complaints: string[] = [];
  if (classes !== tokens.length) {
    complaints.push(`it has ${tokens.length} tokens and the graph ${classes}: the file of another version`);
  }
  if (missing.length > 0) complaints.push(`it lacks ${missing.join(', ')}: a recogniser of another language`);
  return complaints.map((complaint) => `tokens.txt: ${complaint}`);
}

/** What keeps a recogniser's folder from being what we run, in sentences; empty when nothing is seen. */
export async function inspectRecogniser(folder: string): Promise<string[]> {
  const { summary, complaints } = await inspectGraph(path.join(folder, 'model.int8.onnx'));
  if (!summary) return complaints;
  complaints.push(...describeInput(summary).map((complaint) => `model.int8.onnx: ${complaint}`));
  try {
    const tokens = loadTokens(await readFile(path.join(folder, 'tokens.txt'), 'utf8'));
    complaints.push(...describeTokens(tokens, summary));
  } catch (error) {
    complaints.push(`tokens.txt: ${error instanceof Error ? error.message : error}`);
  }
  return complaints;
}

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

const widthOf = ({ inputs, outputs }: OnnxSummary, name: string) =>
  [...inputs, ...outputs].find((value) => value.name === name)?.dims.at(-1) ?? -1;

function describeDecoder({ inputs }: OnnxSummary): string[] {
  const names = inputs.map(({ name }) => name);
  if (findCacheSlots(names).length === 0) {
    return ['it takes no past_key_values: a decoder without past; decoder_model_merged is wanted'];
  }
  return names.includes('use_cache_branch')
    ? []
    : ['it has no use_cache_branch: only the later steps (decoder_with_past); decoder_model_merged is wanted'];
}

function describePair(encoder: OnnxSummary, decoder: OnnxSummary): string[] {
  const [made, wanted] = [widthOf(encoder, 'last_hidden_state'), widthOf(decoder, 'encoder_hidden_states')];
  return made > 0 && wanted > 0 && made !== wanted
    ? [`the encoder gives ${made} numbers a token and the decoder takes ${wanted}: they are of different models`]
    : [];
}

type Config = z.infer<typeof configShape>;

function describeTranslatorConfig({ model_type: family, ...config }: Config, decoder: OnnxSummary): string[] {
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

function describeTokenizer(tokenizer: z.infer<typeof tokenizerShape>, config: Config, decoder: OnnxSummary): string[] {
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
  if (!decoder.summary) return complaints;
  complaints.push(
    ...describeDecoder(decoder.summary).map((complaint) => `${path.basename(publishedDecoder)}: ${complaint}`),
  );
  if (encoder.summary) complaints.push(...describePair(encoder.summary, decoder.summary));
  const config = await readShape(configShape, path.join(folder, 'config.json'));
  const tokenizer = await readShape(tokenizerShape, path.join(folder, 'tokenizer.json'));
  if (!config) return [...complaints, 'config.json: it cannot be read'];
  complaints.push(...describeTranslatorConfig(config, decoder.summary));
  if (!tokenizer) return [...complaints, 'tokenizer.json: it cannot be read'];
  return [...complaints, ...describeTokenizer(tokenizer, config, decoder.summary)];
}
