// node qualify/parity/write-recogniser-golden.ts FOLDER: what recogniser_reference.py hears – graph, tokens and sounds.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  goldenSeconds,
  makeGoldenGraph,
  makeGoldenSound,
  makeGoldenTokens,
} from '#tests/fixtures/models/recogniser-golden.ts';

const [folder = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'model.onnx'), makeGoldenGraph());
writeFileSync(path.join(folder, 'tokens.txt'), makeGoldenTokens());
for (const seconds of goldenSeconds)
  writeFileSync(path.join(folder, `${seconds}.f32`), new Uint8Array(makeGoldenSound(seconds).buffer));
