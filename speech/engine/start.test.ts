import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSpeechSettings } from '../settings.ts';
import { createCurrentEngines } from './start.ts';

describe('engines that cannot be loaded', () => {
  const settings = { ...readSpeechSettings({ SPEECH_PROFILE: 'starter' }), maxAudioSeconds: 60 };
  const waiting: { milliseconds: number; action: () => void }[] = [];
  const timers = {
    after(milliseconds: number, action: () => void) {
      waiting.push({ milliseconds, action });
      return () => void waiting.splice(0);
    },
  };
  let folder: string;
  let current: ReturnType<typeof createCurrentEngines>;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'current-engines-'));
    current = createCurrentEngines({ ...settings, starterDir: path.join(folder, 'starter') }, timers);
  });
  afterEach(async () => {
    await current.close();
    await rm(folder, { recursive: true });
  });

  it('are said to have failed, tried again later and later, and answer once they are there', async () => {
    const reason = await current.load().catch((error: unknown) => error);
    expect(reason).toMatchObject({ code: 'ENGINE_NOT_READY' });
    current.fail(reason);
    expect(current.progress).toMatchObject({ state: 'failed', problem: 'no models that may answer are installed' });
    await expect(current.use(async () => {})).rejects.toMatchObject({ code: 'ENGINE_NOT_READY' });
    waiting.shift()?.action();
    await expect.poll(() => waiting.map(({ milliseconds }) => milliseconds)).toEqual([120_000]);
    await symlink(settings.starterDir, path.join(folder, 'starter'));
    waiting.shift()?.action();
    await expect.poll(() => current.progress.state).toBe('ready');
    expect(current.progress).not.toHaveProperty('problem');
    expect(await current.use(async ({ description }) => description.isStarter)).toBe(true);
  });

  it('leave the starter answering where the full ones do not load, and are tried again', async () => {
    await symlink(settings.starterDir, path.join(folder, 'starter'));
    await current.load();
    current.fail(Object.assign(new Error('/srv/models/secret'), { code: 'ENOSPC' }));
    expect(current.progress).toMatchObject({ state: 'ready', problem: 'the models do not load (ENOSPC)' });
    expect(await current.use(async ({ description }) => description.isStarter)).toBe(true);
    expect(waiting.map(({ milliseconds }) => milliseconds)).toEqual([60_000]);
  });

  it('are not tried any more once the engine is closed', async () => {
    await expect(current.load()).rejects.toMatchObject({ code: 'ENGINE_NOT_READY' });
    current.fail(new Error('one'));
    await current.close();
    current.fail(new Error('another'));
    expect(waiting).toEqual([]);
  });
});
