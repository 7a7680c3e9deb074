import { describe, expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';

type Entry = { path: string; value: string };

const files: Record<string, unknown> = import.meta.glob(
  ['./*/*.json', '../../shared/errors/*.json', '../../server/texts/*.json'],
  {
    eager: true,
    import: 'default',
  },
);
const sources: Record<string, string> = import.meta.glob(
  [
    '../**/*.{ts,tsx}',
    '../../shared/*.ts',
    '../../scripts/web-pages/*.ts',
    '../../speech/cli/*.ts',
    '../../server/**/*.ts',
    '../../shared/contract/*.ts',
    '../../shared/errors/*.ts',
    '!./**',
    '!../**/*.test.*',
  ],
  {
    eager: true,
    query: '?raw',
    import: 'default',
  },
);

/** Every text of a dictionary with its place, e.g. `landing.hero.heading.0`. */
function listEntries(value: unknown, path: string): Entry[] {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => listEntries(inner, path === '' ? key : `${path}.${key}`));
}

/** Every text of a language; its place begins with the file's, e.g. `landing.hero.heading.0`. */
const dictionary = (language: string) =>
  Object.entries(files).flatMap(([file, texts]) => {
    const area = new RegExp(`(?:${language}/(.*)|(errors|texts)/${language})\\.json$`).exec(file);
    return area === null ? [] : listEntries(texts, area[1] ?? area[2] ?? '');
  });

const english = dictionary('en');
const somali = new Map(dictionary('so').map(({ path, value }) => [path, value]));
const pairs = english.map(({ path, value }) => ({ path, en: value, so: somali.get(path) ?? '' }));

/** Names, formats and words that are the same in both languages. */
const sameInBoth = /^(Somali Speech AI|E-mail|404|Demo|[\d+<>.\s%]+|[A-Z0-9]{2,5}( ?[A-Z0-9]{2,5})*|Word)$/;
const isIdentifier = (path: string) => path.endsWith('.id');
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
/** Words in which foreign letters belong: names, formats, what software calls itself. */
const foreignWords =
  /“[^”]*”|\{\w+\}|Somali Speech AI|Somali Speech|WhatsApp(-ka)?|JavaScript|AI|SRT|VTT|CSV|JSON|DOCX|TXT|ZIP|MP3|WAV|M4A|OGG|WebM|MB|spam|Chrome|Safari|Firefox|Android|iPhone|[Ss]erver(-ka|-ku)?|https?|PDF|Open WebUI|PROVIDER_NAME|Authorization: Bearer|response_format|verbose_json|vtt|\/api\/transcription|Word|Processing ID/g;

/** Words that docs/somali-glossary.md has decided against, and what it says instead. */
const refusedWords: readonly [RegExp, string][] = [
  [/(?<!nala soo )(?<!^)\bxiriir/i, 'linki; internet'],
  [/^xiriir\w/i, 'linki; internet'],
  [/koobb/i, 'koobiyee'],
  [/\bgargaar/i, 'caawimo'],
  [/\bmadhan/i, 'maran'],
  [/\bwali\b/i, 'weli'],
  [/\bgunta\b/i, 'hoosta'],
  [/waraysi/i, 'wareysi'],
  [/\bfariim|\bfariin/i, 'farriin'],
  [/qalab\w* (codka|hadalka|yar)/i, 'nidaamka hadalka'],
  [/diiwaangeliyay/i, 'diiwaangeliyey'],
  [/mikirifoon/i, 'makarafoon'],
  [/cod\w* .*\bu dheer/i, 'xoog badan (loud); duubis … dheer (long)'],
];

/** Names, which keep their capital in the middle of a sentence. */
const names =
  /^(Soomaali|Ingiriisi|Af-Soomaali|Oktoobar|AI|Somali|Speech|WhatsApp|Browser|Server|Chrome|Safari|Word|JavaScript|Enter|Allow|Permissions|Microphone|Website|Settings|Blocked|[A-Z]+\d*)/;

describe('Somali keeps to the glossary', () => {
  it.each(refusedWords)('%s: %s', (pattern) => {
    expect(pairs.filter(({ so }) => pattern.test(so))).toEqual([]);
  });

  it('writes headings and buttons in sentence case', () => {
    const capitalised = pairs.filter(({ so }) =>
      so.split(/[.!?:–“(\n]\s*/).some((sentence) =>
        sentence
          .split(' ')
          .slice(1)
          .some((word) => /^[A-Z]/.test(word) && !names.test(word)),
      ),
    );
    expect(capitalised.map(({ path, so }) => `${path}: ${so}`)).toEqual([]);
  });
});

describe('the dictionaries', () => {
  const others = languages.filter((language) => language !== 'en');

  it.each(others)('%s has the keys of English', (language) => {
    const keys = (texts: readonly Entry[]) => texts.map(({ path }) => path).sort();
    expect(english.length).toBeGreaterThan(200);
    expect(keys(dictionary(language))).toEqual(keys(english));
  });

  it.each(languages)('%s holds no empty text', (language) => {
    expect(dictionary(language).filter(({ value }) => value.trim() === '')).toEqual([]);
  });

  it.each(others)('%s has the same places to fill as English', (language) => {
    const places = (texts: readonly Entry[]) => new Map(texts.map(({ path, value }) => [path, placesOf(value)]));
    expect(places(dictionary(language))).toEqual(places(english));
  });

  it('say it in Somali where English says it in English', () => {
    expect(pairs.filter(({ path, en, so }) => en === so && !isIdentifier(path) && !sameInBoth.test(en))).toEqual([]);
  });

  it('write Somali in Somali letters', () => {
    const foreign = pairs.filter(
      ({ path, so }) => !isIdentifier(path) && /[pvz’ʼ`]/i.test(so.replace(foreignWords, '')),
    );
    expect(foreign).toEqual([]);
  });

  it('hold no text that nothing shows', () => {
    const code = Object.values(sources).join('\n');
    const keys = new Set(
      english.flatMap(({ path }) =>
        path
          .split('.')
          .slice(1)
          .filter((key) => !/^\d+$/.test(key)),
      ),
    );
    const unused = [...keys].filter((key) => !new RegExp(`\\b${key}\\b`).test(code));
    expect(unused).toEqual([]);
  });
});
