import { cp, mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Model, recogniserOfProfile, translators } from '#speech/models/catalogue.ts';
import { hashFile } from '#speech/models/download.ts';
import { recordFiles } from '#speech/models/installed-models.ts';
import { makeCtcGraph, shapeTiny } from '../fixtures/models/make-ctc-graph.ts';
import { makeTokensText } from '../fixtures/models/make-tokens.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/models/${name}`, import.meta.url));

async function layRecogniser(folder: string, seed: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'model.int8.onnx'), Buffer.concat(makeCtcGraph(shapeTiny, seed)));
  await writeFile(path.join(folder, 'tokens.txt'), makeTokensText(shapeTiny.vocabularySize));
}

/** Records what lies in the folder as if it had come from the hub: these are small, their hashes are the catalogue's. */
async function recordAsFetched(folder: string, { files }: Model): Promise<void> {
  for (const { path: file, sha256 } of files) {
    const full = path.join(folder, file);
    const { size } = await stat(full);
    await recordFiles(folder, { [file]: { bytes: size, sha256: sha256 ?? (await hashFile(full)) } });
  }
}

/** A starter's folder with models of random weights: quick, and it says nothing. */
export async function layStandInStarter(starterDir: string): Promise<void> {
  await layRecogniser(path.join(starterDir, 'recogniser'), 1);
  await cp(fixture('tiny-translator'), path.join(starterDir, 'translator'), { recursive: true });
}

/** The light profile's models in small, in the published form, as a finished download leaves them. */
export async function layStandInFull(modelsDir: string): Promise<void> {
  const { light } = recogniserOfProfile;
  const recogniserFolder = path.join(modelsDir, light.name);
  await layRecogniser(recogniserFolder, 2);
  await writeFile(path.join(recogniserFolder, 'LICENSE'), '');
  await recordAsFetched(recogniserFolder, light);
  const translatorFolder = path.join(modelsDir, translators.nllb.name);
  await cp(fixture('published-translator'), translatorFolder, { recursive: true });
  await recordAsFetched(translatorFolder, translators.nllb);
}
