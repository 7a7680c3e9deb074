import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createWasmDecoder } from '#speech/audio/ffmpeg/wasm-decoder.ts';
import { decodeAudio } from '#tests/support/sound-in-memory.ts';
import { audioFixture } from '../support/audio-fixtures.ts';

const sweep = audioFixture('sweep-2s.m4a');
const preload = (script: string) => [`--import=data:text/javascript,${encodeURIComponent(script)}`];

/** Processes that this one has started for WASM. */
function listDecoders(): number[] {
  const listing = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return listing
    .split('\n')
    .filter((line) => line.includes('ffmpeg/wasm-child'))
    .map((line) => Number.parseInt(line, 10));
}

describe.runIf(process.platform === 'linux')('the process of a WASM decoder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'decode-process-'));
    await writeFile(join(folder, 'session-secret'), 'a secret', { mode: 0o600 });
  });
  afterEach(async () => {
    for (const pid of listDecoders()) process.kill(pid, 'SIGKILL');
    await expect.poll(listDecoders).toEqual([]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const decodeWith = (script: string, path = sweep) => {
    const decoder = createWasmDecoder(preload(script));
    return decodeAudio(path, { maxSeconds: 30, decoder });
  };
  /** Ends the process, and with it the decode, unless each of these acts is refused. */
  const demandRefusal = (...acts: string[]) => `
    import fs from 'node:fs'; import { spawn } from 'node:child_process'; import { Worker } from 'node:worker_threads';
    const isRefused = (act) => { try { act(); return false; } catch (error) { return /^ERR_(ACCESS_DENIED|DLOPEN_DISABLED)$/.test(error.code); } };
    for (const act of [${acts.map((act) => `() => ${act}`).join(', ')}]) if (!isRefused(act)) process.exit(3);
  `;

  it('reads no secret, no account list and not even the file it decodes, and writes and starts nothing', async () => {
    const named = (path: string) => JSON.stringify(path);
    const { durationSeconds } = await decodeWith(
      demandRefusal(
        `fs.readFileSync(${named(join(folder, 'session-secret'))})`,
        `fs.readFileSync('/etc/passwd')`,
        `fs.readFileSync('/proc/self/environ')`,
        `fs.readFileSync(${named(sweep)})`,
        `fs.readdirSync(${named(process.cwd())})`,
        `fs.writeFileSync(${named(join(folder, 'written'))}, '')`,
        `fs.symlinkSync('/etc', ${named(join(folder, 'link'))})`,
        `spawn('true')`,
        `new Worker('1', { eval: true })`,
        `process.dlopen({ exports: {} }, ${named(join(folder, 'addon.node'))})`,
      ),
    );
    expect(durationSeconds).toBeGreaterThan(1.9);
  });

  it('would be caught if it could: the demand fails where the act is allowed', async () => {
    await expect(decodeWith(demandRefusal('1'))).rejects.toMatchObject({ code: 'ENGINE_BUSY' });
  });

  it('is told nothing of the environment', async () => {
    vi.stubEnv('SESSION_SECRET', 'not for the decoder');
    onTestFinished(() => void vi.unstubAllEnvs());
    await decodeWith(
      'if (Object.keys(process.env).some((name) => !/^(PWD|OLDPWD|SHLVL|_)$/.test(name))) process.exit(3);',
    );
  });

  it('is handed the one file, also through a link and a folder it could not enter', async () => {
    await symlink(sweep, join(folder, 'upload'));
    expect((await decodeWith('', join(folder, 'upload'))).durationSeconds).toBeGreaterThan(1.9);
  });

  it('serves one good file after the other and is replaced after a bad one', async () => {
    const wasm = createWasmDecoder();
    await decodeAudio(sweep, { maxSeconds: 30, decoder: wasm });
    const first = listDecoders();
    await decodeAudio(audioFixture('sweep-2s.opus'), { maxSeconds: 30, decoder: wasm });
    expect(listDecoders()).toEqual(first);
    const bad = decodeAudio(audioFixture('truncated.m4a'), { maxSeconds: 30, decoder: wasm });
    await expect(bad).rejects.toMatchObject({ code: 'AUDIO_DAMAGED' });
    await expect.poll(listDecoders).not.toContain(first[0]);
    expect((await decodeAudio(sweep, { maxSeconds: 30, decoder: wasm })).durationSeconds).toBeGreaterThan(1.9);
  });

  it('killed while it waits costs no file, killed at work one try', async () => {
    const wasm = createWasmDecoder();
    await decodeAudio(sweep, { maxSeconds: 30, decoder: wasm });
    for (const pid of listDecoders()) process.kill(pid, 'SIGKILL');
    await expect.poll(listDecoders).toEqual([]);
    const long = join(folder, 'long.mp3');
    await writeFile(long, Buffer.concat(Array(2_000).fill(await readFile(audioFixture('sweep-2s.mp3')))));
    const decoding = decodeAudio(long, { maxSeconds: 7_000, decoder: wasm });
    const failure = expect(decoding).rejects.toMatchObject({ code: 'ENGINE_BUSY' });
    await expect.poll(() => listDecoders().length).toBe(1);
    for (const pid of listDecoders()) process.kill(pid, 'SIGKILL');
    await failure;
    expect((await decodeAudio(sweep, { maxSeconds: 30, decoder: wasm })).durationSeconds).toBeGreaterThan(1.9);
  });

  it('ends with the process that started it', async () => {
    const script = `
      import { createWasmDecoder } from ${JSON.stringify(join(process.cwd(), 'speech/audio/ffmpeg/wasm-decoder.ts'))};
      await createWasmDecoder().prepare();
    `;
    // It would never end by itself if its reserve held it.
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 });
  });
});
