import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PageKey } from '#shared/pages.ts';
import { buildHead, type ClientManifest, neededFiles, shareHeight, shareWidth } from './head.ts';
import { webManifest } from './web-manifest.ts';

const source = (name: string, imports: string[] = []) => ({ file: `assets/${name}.js`, imports });
const manifest: ClientManifest = {
  'index.html': source('index', ['_base']),
  _base: source('base'),
  'pages/legal/terms-page.tsx': source('terms-page', ['_base', '_legal']),
  'pages/not-found-page.tsx': source('not-found'),
  _legal: source('legal'),
  '../shared/errors/so.json': source('errors-so'),
  'style.css': { file: 'assets/style.css' },
  ...Object.fromEntries(
    ['common', 'terms', 'not-found'].map((area) => [`locales/so/${area}.json`, source(`${area}-so`)]),
  ),
};

const texts = { title: 'Shuruudaha', description: 'Waa "kuwan".' };
const headOf = (page: PageKey) =>
  buildHead({ page, language: 'so', manifest, appOrigin: 'https://speech.example', texts });

describe('the head of a prerendered page', () => {
  it('names its own address and its sisters in full', () => {
    const head = headOf('terms');
    expect(head).toContain('<link rel="canonical" href="https://speech.example/terms?lang=so" />');
    expect(head).toContain('hreflang="en" href="https://speech.example/terms?lang=en"');
    expect(head).toContain('hreflang="so" href="https://speech.example/terms?lang=so"');
    expect(head).toContain('hreflang="x-default" href="https://speech.example/terms"');
  });

  it('tells other apps what to show of a link, with a picture of its language that is there', () => {
    const head = headOf('terms');
    expect(head).toContain('<meta property="og:title" content="Shuruudaha" />');
    expect(head).toContain('<meta property="og:description" content="Waa &quot;kuwan&quot;." />');
    const [, picture = ''] = /og:image" content="https:\/\/speech\.example(\/share-so\.png)"/.exec(head) ?? [];
    const file = readFileSync(new URL(`../../web/public${picture}`, import.meta.url));
    // Width and height as a PNG's header has them.
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([shareWidth, shareHeight]);
    expect(file.length).toBeLessThan(100 * 1024);
  });

  it('fetches ahead what the page will import, each once, and no other language', () => {
    const ahead = [...headOf('terms').matchAll(/modulepreload" crossorigin href="\/assets\/([\w-]+)\.js"/g)];
    expect(ahead.map(([, name]) => name)).toEqual([
      'base',
      'terms-page',
      'legal',
      'common-so',
      'errors-so',
      'terms-so',
    ]);
  });

  it('keeps pages that are no destination out of search engines', () => {
    expect(headOf('notFound')).toContain('noindex');
    expect(headOf('notFound')).not.toContain('canonical');
    expect(headOf('terms')).not.toContain('noindex');
  });

  it('carries nothing that the content security policy refuses', () => {
    expect(headOf('terms')).not.toMatch(/<style|<script>|style=|https?:\/\/(?!speech\.example)/);
  });
});

it('stops the build when a page is missing from it', () => {
  expect(() => neededFiles(manifest, 'pages/nowhere.tsx', [])).toThrow('pages/nowhere.tsx');
});

it('lets phones share voice notes into the app, in both languages', () => {
  const parsed = JSON.parse(webManifest('so').body) as { lang: string; share_target: { action: string } };
  expect(parsed).toMatchObject({ lang: 'so', id: '/', share_target: { action: '/share', method: 'POST' } });
  expect(webManifest('en').name).toBe('manifest.webmanifest');
});
