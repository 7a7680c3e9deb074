import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCurrentEngines } from '#speech/engine/start.ts';
import type { Engines } from '#speech/parts/open-engines.ts';
import { readSpeechSettings } from '#speech/settings.ts';
import { layStandInFull, layStandInStarter } from '../support/stand-in-models.ts';

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
