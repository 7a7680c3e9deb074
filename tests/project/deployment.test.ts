import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '#server/config/variables.ts';
import { pathOf } from '#shared/contract/endpoint.ts';
import { endpoints } from '#shared/contract/endpoints.ts';
import { pageKeys, pages } from '#shared/pages.ts';
import { startTestApp } from '../support/test-app.ts';

const deploy = path.resolve(import.meta.dirname, '../../deploy');
const read = (file: string) => readFileSync(path.join(deploy, file), 'utf8');

/** A histogram's three series go by one name. */
const familyOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

describe('what stands around the service', () => {
  it('watches what the service really shows', async () => {
    const app = await startTestApp({ env: { METRICS_TOKEN: 'a-token-of-this-test-alone' } });
    try {
      const answer = await fetch(`${app.base}/metrics`, {
        headers: { authorization: 'Bearer a-token-of-this-test-alone' },
      });
      const shown = new Set([...(await answer.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
      for (const file of ['grafana/somali-speech.json', 'prometheus/alerts.yaml']) {
        const named = [...read(file).matchAll(/\b(?:somalispeak|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
        expect(named.length).toBeGreaterThan(5);
        expect(named.filter((name) => !shown.has(familyOf(name)))).toEqual([]);
      }
    } finally {
      await app.destroy();
    }
  });

  it.each([
    ['compose.yaml', /^ {2}([A-Z][A-Z0-9_]+):/gm],
    ['contrib/kubernetes/settings.env', /^([A-Z][A-Z0-9_]+)=/gm],
    ['contrib/kubernetes/worker.yaml', /name: ([A-Z][A-Z0-9_]+)/g],
    ['systemd/somali-speech-web.service', /\b([A-Z][A-Z0-9_]+)=[a-z0-9]/g],
    ['../Dockerfile', /^(?:ENV| {3}) ([A-Z][A-Z0-9_]+)=/gm],
  ])('sets only variables that are read: %s', (file, pattern) => {
    const names = [...read(file).matchAll(pattern)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(0);
    // Node's own.
    expect(names.filter((name) => !(name in variables) && name !== 'NODE_COMPILE_CACHE')).toEqual([]);
  });

  it('names every page and endpoint in the log of the proxy', () => {
    const [, map = ''] = /map \$uri \$somali_speech_path \{([^}]+)\}/.exec(read('nginx/somali-speech.conf')) ?? [];
    const named = [...map.matchAll(/^ {4}(~?)(\/\S+|\^\S+)/gm)].map(([, isPattern, path = '']) =>
      isPattern ? new RegExp(path) : new RegExp(`^${path}$`),
    );
    const paths = [...pageKeys.flatMap((key) => pages[key].paths), ...Object.values(endpoints).map(pathOf)].map(
      (path) => path.replace(/:\w+/g, 'x'),
    );
    expect(paths.filter((path) => !named.some((pattern) => pattern.test(path)))).toEqual([]);
  });
});
