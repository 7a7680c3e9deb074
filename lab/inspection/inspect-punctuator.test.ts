import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspectPunctuator } from './inspect-models.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../tests/fixtures/models/${name}`, import.meta.url));
const graph = 'punct_cap_seg_47lang.onnx';
const pieces = 'spe_unigram_64k_lowercase_47lang.model';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'punctuator-'));
  await cp(fixture('published-punctuation'), folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

const inFolder = (name: string) => path.join(folder, name);
const editConfig = async (from: string, to: string) => {
  const file = inFolder('config.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
};

describe('a punctuation model’s folder', () => {
  it('is right as it is published, however its labels are written', async () => {
    expect(await inspectPunctuator(folder)).toEqual([]);
    await editConfig('"？"', '"\\uFF1F"');
    await editConfig('"؟"', "'؟'");
    expect(await inspectPunctuator(folder)).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'half a graph',
      () => truncate(inFolder(graph), 50_000),
      /^punct_cap_seg_47lang\.onnx: the file ends in the middle/,
    ],
    [
      'another graph',
      () => cp(path.join(fixture('tiny-translator'), 'onnx/encoder_model.onnx'), inFolder(graph)),
      /^punct_cap_seg_47lang\.onnx: it takes .*attention_mask.* and answers last_hidden_state/,
    ],
    [
      'half a vocabulary',
      () => truncate(inFolder(pieces), 5_000),
      /^spe_unigram_64k_lowercase_47lang\.model: the file ends in the middle/,
    ],
    [
      'a page instead of a vocabulary',
      () => writeFile(inFolder(pieces), '<html>'),
      /^spe_unigram_64k_lowercase_47lang\.model: /,
    ],
    ['the English model’s labels', () => editConfig('"？"', '"!"'), /^config\.yaml: post_labels are .*another model's/],
    ['another length', () => editConfig('128', '256'), /^config\.yaml: it takes 256 pieces and not 128/],
  ])('is named when it holds %s', async (_, damage, complaint) => {
    await damage();
    expect((await inspectPunctuator(folder)).join('; ')).toMatch(complaint);
  });
});
