import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '#server/environment/variables.ts';

const deploy = path.resolve(import.meta.dirname, '../deploy');
const read = (file: string) => readFileSync(path.join(deploy, file), 'utf8');

describe('what stands around the service', () => {
  it.each([
    ['compose.yaml', /^ {2}([A-Z][A-Z0-9_]+):/gm],
    ['kubernetes/settings.env', /^([A-Z][A-Z0-9_]+)=/gm],
    ['kubernetes/worker.yaml', /name: ([A-Z][A-Z0-9_]+)/g],
    ['systemd/somali-speech-web.service', /\b([A-Z][A-Z0-9_]+)=[a-z0-9]/g],
    ['../Dockerfile', /^(?:ENV| {3}) ([A-Z][A-Z0-9_]+)=/gm],
  ])('sets only variables that are read: %s', (file, pattern) => {
    const names = [...read(file).matchAll(pattern)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(0);
    // Node's own.
    expect(names.filter((name) => !(name in variables) && name !== 'NODE_COMPILE_CACHE')).toEqual([]);
  });
});
