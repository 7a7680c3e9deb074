import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCurrentEngines } from '#speech/engine/start.ts';
import { type Model, recogniserOfProfile, translators } from '#speech/models/catalogue.ts';
import { recordFiles } from '#speech/models/installed-models.ts';
import type { Engines } from '#speech/parts/open-engines.ts';
import { hashFile } from '#speech/process/files.ts';
import { readSpeechSettings } from '#speech/settings.ts';
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
    await recordFiles(folder, [{ path: file, bytes: size, sha256: sha256 ?? (await hashFile(full)) }]);
  }
}

/** A starter's folder with models of random weights: quick, and it says nothing. */
async function layStandInStarter(starterDir: string): Promise<void> {
  await layRecogniser(path.join(starterDir, 'recogniser'), 1);
  await cp(fixture('tiny-translator'), path.join(starterDir, 'translator'), { recursive: true });
}

/** The light profile's models in small, in the published form, as a finished download leaves them. */
async function layStandInFull(modelsDir: string): Promise<void> {
  const { light } = recogniserOfProfile;
  const recogniserFolder = path.join(modelsDir, light.name);
  await layRecogniser(recogniserFolder, 2);
  await writeFile(path.join(recogniserFolder, 'LICENSE'), '');
  await recordAsFetched(recogniserFolder, light);
  const translatorFolder = path.join(modelsDir, translators.nllb.name);
  await cp(fixture('published-translator'), translatorFolder, { recursive: true });
  await recordAsFetched(translatorFolder, translators.nllb);
}

/** `npm run qualify -- faults-swap` is the whole of it. */
const requests = Number(process.env.SWAP_REQUESTS ?? 24);
const sound = Float32Array.from({ length: 1_600 }, (_, i) => 0.3 * Math.sin((i * i) / 5000));

let folder: string;
let current: ReturnType<typeof createCurrentEngines>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'swap-'));
  const [starterDir, modelsDir] = [path.join(folder, 'starter'), path.join(folder, 'full')];
  await layStandInStarter(starterDir);
  const settings = readSpeechSettings({ SPEECH_PROFILE: 'light', SPEECH_THREADS: '1', MAX_AUDIO_SECONDS: '60' });
  current = createCurrentEngines({ ...settings, starterDir, modelsDir });
});
afterEach(async () => {
  await current.close();
  await rm(folder, { recursive: true });
});

/** Who answered requests that are all in flight at once; the error of one that got none. */
async function askAll(): Promise<Set<unknown>> {
  const settled = await Promise.allSettled(Array.from({ length: requests }, () => current.use(ask)));
  return new Set(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)));
}

/** One request: both engines' work, by whatever models answered when it began. */
async function ask(engines: Engines): Promise<string> {
  await engines.recogniser.recognise(sound);
  await engines.translator.translate('Haa.');
  return engines.description.translator;
}

it('loses none of the requests in flight when the starter becomes full, and none on the way back', async () => {
  await current.load();
  const byStarter = askAll();
  await layStandInFull(path.join(folder, 'full'));
  await current.load();
  const byFull = askAll();
  await rm(path.join(folder, 'full'), { recursive: true });
  await current.load();
  const atLast = askAll();
  expect([...(await byStarter)]).toEqual(['starter']);
  expect([...(await byFull)]).toEqual(['nllb-200-distilled-600m']);
  expect([...(await atLast)]).toEqual(['starter']);
}, 240_000);
