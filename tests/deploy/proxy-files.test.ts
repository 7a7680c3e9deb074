import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyRequest, markedPages, marker } from './every-request.ts';

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../../deploy', file), 'utf8');
const nginx = read('nginx/somali-speech.conf');
const caddy = read('caddy/Caddyfile');

/** nginx's own rule for a `map`: the whole text, then the patterns in their order, then `default`. */
function readMap() {
  const [, block = ''] = /map \$uri \$somali_speech_path \{([^}]*)\}/.exec(nginx) ?? [];
  const entries = [...block.matchAll(/^ +(\S+) +(\S+);$/gm)].map(([, key = '', value = '']) => ({ key, value }));
  return (uri: string): string => {
    const found =
      entries.find(({ key }) => key === uri) ??
      entries.find(({ key }) => key.startsWith('~') && new RegExp(key.slice(1)).test(uri)) ??
      entries.find(({ key }) => key === 'default');
    return found?.value === '$uri' ? uri : (found?.value ?? uri);
  };
}
const logged = readMap();

describe('nginx’s log', () => {
  // A new route is `/-` until nginx knows it.
  it.each(everyRequest())('shows $method $shape and nothing that the request carries', ({ path: address, shape }) => {
    expect(logged(address.split('?')[0] ?? '')).toBe(shape);
  });

  it('shows no secret of a page, and of an unknown address nothing at all', () => {
    for (const page of markedPages) expect(logged(page.split('?')[0] ?? '')).not.toContain(marker);
    expect(logged(`/api/new-route/${marker}`)).toBe('/-');
    for (const page of ['/', '/privacy', '/demo']) expect(logged(page)).toBe(page);
  });

  it('is written from nothing but harmless parts', () => {
    const [, format = ''] = /log_format somali_speech '([^']*)'/.exec(nginx) ?? [];
    expect([...format.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name)).toEqual([
      'time_iso8601',
      'request_method',
      'somali_speech_path',
      'status',
      'body_bytes_sent',
      'request_time',
      'upstream_addr',
    ]);
    for (const server of nginx.split(/^server \{/m).slice(1)) {
      expect(server).toMatch(/access_log (off|\S+ somali_speech);/);
      expect(server).toMatch(/error_log \S+ emerg;/);
    }
  });
});

describe('Caddy’s log', () => {
  it('is without requests, and there is no second one', () => {
    expect(caddy).toMatch(/log default \{\s+format filter \{\s+wrap json\s+fields \{\s+request delete\s+\}/);
    expect(caddy.match(/^\s*log\b/gm)).toHaveLength(1);
  });
});

it('both wait longer than an answer may be silent', () => {
  const seconds = (text: string, name: string) => Number(new RegExp(`${name} (\\d+)s`).exec(text)?.[1]);
  expect(seconds(nginx, 'proxy_read_timeout')).toBeGreaterThanOrEqual(150);
  expect(seconds(nginx, 'proxy_send_timeout')).toBeGreaterThanOrEqual(150);
  expect(seconds(caddy, 'response_header_timeout')).toBeGreaterThanOrEqual(150);
});
