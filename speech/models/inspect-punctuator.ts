import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GraphSketch } from '../onnx/skim-graph.ts';
import { punctuationFiles } from '../punctuation/files.ts';
import { labelsAfter, labelsBefore, mostPieces } from '../punctuation/labels.ts';
import { readSentencePieces } from '../punctuation/sentence-pieces.ts';
import { sketchGraph } from './inspect-graph.ts';

const { graph, pieces, config } = punctuationFiles;

function describeGraph({ inputs, outputs }: GraphSketch): string[] {
  const named = (values: readonly { name: string }[]) => values.map(({ name }) => name).join(', ');
  const isOurs = inputs.length === 1 && inputs[0]?.name === 'input_ids' && outputs.length === 4;
  return isOurs
    ? []
    : [`it takes ${named(inputs)} and answers ${named(outputs)}: not input_ids and four sets of labels`];
}

/** The entries of a list of plain values in YAML, one a line; escapes are JSON's. */
function readList(yaml: string, name: string): string[] {
  const [, body = ''] = new RegExp(`^${name}:\\s*\\n((?:\\s*- .*\\n?)+)`, 'm').exec(yaml) ?? [];
  return [...body.matchAll(/- (.*)/g)].map(([, entry = '']) => {
    const plain = entry.trim().replace(/^(["'])(.*)\1$/, '$2');
    return plain.replace(/\\[uU]([0-9a-fA-F]{4,8})/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
  });
}

function describeConfig(yaml: string): string[] {
  const complaints: string[] = [];
  const length = Number(/^max_length:\s*(\d+)/m.exec(yaml)?.[1]);
  if (length !== mostPieces) complaints.push(`it takes ${length} pieces and not ${mostPieces}`);
  const lists = { pre_labels: labelsBefore, post_labels: labelsAfter };
  for (const [name, wanted] of Object.entries(lists)) {
    const found = readList(yaml, name);
    if (found.join(' ') !== wanted.join(' ')) complaints.push(`${name} are ${found.join(' ')}: another model's`);
  }
  return complaints;
}

const explain = (error: unknown) => [error instanceof Error ? error.message : String(error)];

/** What keeps a punctuation model's folder from being what we run, in sentences; empty when nothing is seen. */
export async function inspectPunctuator(folder: string): Promise<string[]> {
  const { sketch, complaint } = await sketchGraph(path.join(folder, graph));
  const said = {
    [graph]: sketch ? describeGraph(sketch) : [complaint],
    [pieces]: await readFile(path.join(folder, pieces))
      .then(readSentencePieces)
      .then(() => [], explain),
    [config]: describeConfig(await readFile(path.join(folder, config), 'utf8')),
  };
  return Object.entries(said).flatMap(([file, complaints]) => complaints.map((one) => `${file}: ${one}`));
}
