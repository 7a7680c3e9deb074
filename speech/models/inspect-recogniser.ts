import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GraphSketch } from '../onnx/skim-graph.ts';
import { loadTokens, type Tokens } from '../recognition/tokens.ts';
import { inspectGraph } from './inspect-graph.ts';

/** Without one of these nothing Somali can be written. */
const neededLetters = 'abcdefghijklmnoqrstuwxy';

function describeInput({ inputs, outputs }: GraphSketch): string[] {
  const [input, ...others] = inputs;
  const shape = inputs.map(({ name, dims }) => `${name}[${dims.map((dim) => (dim < 0 ? 'n' : dim)).join(', ')}]`);
  if (input?.name !== 'x' || input.dims.length !== 2 || others.length > 0) {
    return [`it takes ${shape.join(', ')} and not samples x[1, n]: a recogniser of another family`];
  }
  return outputs.some(({ name }) => name === 'logits') ? [] : ['it does not answer with logits: no CTC recogniser'];
}

function describeTokens(tokens: Tokens, { outputs, metadata }: GraphSketch): string[] {
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
  const { sketch, complaints } = await inspectGraph(path.join(folder, 'model.int8.onnx'));
  if (!sketch) return complaints;
  complaints.push(...describeInput(sketch).map((complaint) => `model.int8.onnx: ${complaint}`));
  try {
    const tokens = loadTokens(await readFile(path.join(folder, 'tokens.txt'), 'utf8'));
    complaints.push(...describeTokens(tokens, sketch));
  } catch (error) {
    complaints.push(`tokens.txt: ${error instanceof Error ? error.message : error}`);
  }
  return complaints;
}
