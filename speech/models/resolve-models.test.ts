import { mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelSettings, readSpeechSettings } from '../settings.ts';
import { catalogue, type Model, recogniserOfProfile, translators } from './catalogue.ts';
import { recordFiles } from './installed-models.ts';
import { listWantedModels, resolveModels } from './resolve-models.ts';

const gigabyte = 1024 ** 3;
const light = [recogniserOfProfile.light, translators.nllb];
let folder: string;
let settings: ModelSettings;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'resolve-'));
  const starterDir = path.join(folder, 'starter');
  for (const file of ['recogniser/model.int8.onnx', 'recogniser/tokens.txt', 'translator/config.json']) {
    await mkdir(path.dirname(path.join(starterDir, file)), { recursive: true });
    await writeFile(path.join(starterDir, file), '');
  }
  settings = {
    profile: 'auto',
    translator: 'nllb',
    modelsDir: path.join(folder, 'full'),
    starterDir,
    baseUrl: undefined,
    isProduction: false,
  };
});

afterEach(() => rm(folder, { recursive: true }));

/** Puts a model in place as a finished download would leave it; its large files are holes of the right size. */
async function install(model: Model): Promise<void> {
  const home = path.join(settings.modelsDir, model.name);
  for (const { path: file, bytes, sha256 } of model.files) {
    const full = path.join(home, file);
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, '');
    await truncate(full, bytes ?? 100);
    await recordFiles(home, [{ path: file, bytes: bytes ?? 100, sha256: sha256 ?? '0'.repeat(64) }]);
  }
}

describe('which models answer', () => {
  it('is the starter while nothing is installed, and says what is to be fetched', async () => {
    const resolved = await resolveModels(settings, 16 * gigabyte);
    expect(resolved).toMatchObject({
      isStarter: true,
      recogniser: { name: 'starter' },
      translator: { name: 'starter' },
    });
    expect(resolved.missing.map(({ name }) => name)).toEqual(['omniasr-ctc-1b-v2', 'nllb-200-distilled-600m']);
  });

  it('is nobody in production, unless the starter is asked for by name', async () => {
    const production = { ...settings, isProduction: true };
    expect(await resolveModels(production, 16 * gigabyte)).toMatchObject({
      recogniser: null,
      translator: null,
      isStarter: false,
    });
    expect(await resolveModels({ ...production, profile: 'starter' })).toMatchObject({
      isStarter: true,
      recogniser: { name: 'starter' },
      missing: [],
    });
  });

  it('is the full models once they are installed', async () => {
    for (const model of light) await install(model);
    const resolved = await resolveModels({ ...settings, profile: 'light' });
    expect(resolved).toMatchObject({
      isStarter: false,
      recogniser: { name: 'omniasr-ctc-300m-v2' },
      translator: { name: 'nllb-200-distilled-600m' },
      missing: [],
    });
    expect((await stat(path.join(resolved.recogniser?.folder ?? '', 'tokens.txt'))).size).toBe(90_630);
  });

  it('does not trust a file whose size has changed since', async () => {
    for (const model of light) await install(model);
    await truncate(path.join(settings.modelsDir, 'omniasr-ctc-300m-v2', 'model.int8.onnx'), 1000);
    const resolved = await resolveModels({ ...settings, profile: 'light' });
    expect(resolved.recogniser?.name).toBe('starter');
    expect(resolved.missing.map(({ name }) => name)).toEqual(['omniasr-ctc-300m-v2']);
  });

  it('is nobody where no models are wanted', async () => {
    const resolved = await resolveModels({ ...settings, profile: null });
    expect(resolved).toMatchObject({ recogniser: null, translator: null, missing: [] });
  });
});

describe('what a profile wants', () => {
  const wanted = (memory: number, isProduction = false) =>
    listWantedModels({ profile: 'auto', translator: 'nllb', isProduction }, memory * gigabyte).map(
      ({ name }) => name,
    )[0];

  it('follows the memory of the machine when it is automatic', () => {
    expect(wanted(16)).toBe('omniasr-ctc-1b-v2');
    expect(wanted(4)).toBe('omniasr-ctc-300m-v2');
    expect(wanted(1)).toBeUndefined();
    expect(wanted(1, true)).toBe('omniasr-ctc-300m-v2');
  });

  it('is the translator that one variable names, with the memory that it needs', () => {
    const names = (memory: number, profile: 'auto' | 'light') =>
      listWantedModels({ profile, translator: 'madlad', isProduction: false }, memory * gigabyte).map(
        ({ name }) => name,
      );
    expect(names(1, 'light')).toEqual(['omniasr-ctc-300m-v2', 'madlad400-3b-mt']);
    expect(names(16, 'auto')).toEqual(['omniasr-ctc-1b-v2', 'madlad400-3b-mt']);
    expect(names(6, 'auto')).toEqual(['omniasr-ctc-300m-v2', 'madlad400-3b-mt']);
    expect(names(5, 'auto')).toEqual([]);
  });
});

describe('the catalogue', () => {
  it('pins every file by its hash, every graph by its size, and has no name twice', () => {
    expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length);
    for (const { files, licence, archive } of catalogue) {
      if (archive) expect(archive.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(licence).not.toBe('');
      for (const { path: file, bytes, sha256, source } of files) {
        if (file.endsWith('.onnx')) expect(bytes).toBeGreaterThan(1e8);
        expect(sha256).toMatch(/^[0-9a-f]{64}$/);
        expect(source).toMatch(/^[\w.-]+\/[\w.-]+\/resolve\/(main|[0-9a-f]{40})\/[\w./-]+$/);
      }
    }
  });
});

describe('the settings', () => {
  it('refuse what makes no sense, by the names of the variables', () => {
    expect(() => readSpeechSettings({ SPEECH_PROFILE: 'remote', SPEECH_THREADS: '0' })).toThrow(
      /^SPEECH_THREADS is "0".*\nASR_URL is missing/,
    );
    expect(() => readSpeechSettings({ SPEECH_PROFILE: 'huge' })).toThrow('SPEECH_PROFILE');
    expect(() => readSpeechSettings({ SPEECH_TRANSLATOR: 'toString' })).toThrow('set one of nllb, madlad');
    expect(() => readSpeechSettings({ MODEL_BASE_URL: 'ftp://x' })).toThrow('MODEL_BASE_URL');
    expect(readSpeechSettings({})).toMatchObject({ profile: 'auto', baseUrl: undefined, isProduction: false });
    expect(readSpeechSettings({ MODELS_DIR: '/srv/models', NODE_ENV: 'production' })).toMatchObject({
      modelsDir: '/srv/models',
      isProduction: true,
    });
  });
});
