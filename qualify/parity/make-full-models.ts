// node qualify/parity/make-full-models.ts OUT TRANSLATOR [light|standard|tiny]: a MODELS_DIR of the full models' shapes with random
// weights; TRANSLATOR is a folder that make_nllb.py wrote. make_speaking.py then has them say something.
import { cpSync, linkSync, mkdirSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { catalogue } from '#speech/models/catalogue.ts';
import { makeCtcGraph, shape1B, shape300M, shapeTiny } from '#tests/fixtures/models/make-ctc-graph.ts';
import { makeTokensText } from '#tests/fixtures/models/make-tokens.ts';

const recognisers = {
  light: { name: 'omniasr-ctc-300m-v2', shape: shape300M },
  standard: { name: 'omniasr-ctc-1b-v2', shape: shape1B },
  tiny: { name: 'omniasr-ctc-300m-v2', shape: shapeTiny },
};
const translatorName = 'nllb-200-distilled-600m';

/** The record that a download would have left: the files count as those of the catalogue. */
function writeRecord(folder: string, name: string): void {
  const model = catalogue.find((known) => known.name === name);
  const files = (model?.files ?? []).map(({ path: file, sha256 }) => {
    const bytes = statSync(path.join(folder, file)).size;
    return [file, { bytes, sha256: sha256 ?? '0'.repeat(64) }] as const;
  });
  writeFileSync(path.join(folder, 'installed.json'), JSON.stringify({ files: Object.fromEntries(files) }));
}

function makeRecogniser(out: string, { name, shape }: (typeof recognisers)['light']): void {
  const folder = path.join(out, name);
  mkdirSync(folder, { recursive: true });
  const graph = openSync(path.join(folder, 'model.int8.onnx'), 'w');
  for (const chunk of makeCtcGraph(shape)) writeSync(graph, chunk);
  writeFileSync(path.join(folder, 'tokens.txt'), makeTokensText(shape.vocabularySize));
  writeFileSync(path.join(folder, 'LICENSE'), 'random weights\n');
  writeRecord(folder, name);
}

function placeTranslator(out: string, from: string): void {
  const folder = path.join(out, translatorName);
  mkdirSync(path.join(folder, 'onnx'), { recursive: true });
  const files = catalogue.find(({ name }) => name === translatorName)?.files ?? [];
  for (const { path: file } of files) {
    const place = path.join(folder, file);
    if (file.endsWith('.onnx')) linkSync(path.join(from, file), place);
    else cpSync(path.join(from, file), place);
  }
  writeRecord(folder, translatorName);
}

const [out = '', translator = '', profile = 'light'] = process.argv.slice(2);
const recogniser = Object.entries(recognisers).find(([name]) => name === profile)?.[1];
if (!out || !translator || !recogniser)
  throw new RangeError('usage: make-full-models.ts OUT TRANSLATOR [light|standard|tiny]');
makeRecogniser(out, recogniser);
placeTranslator(out, translator);
