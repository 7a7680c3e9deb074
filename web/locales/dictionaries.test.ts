import { describe, expect, it } from 'vitest';
import { somaliSentences } from '#shared/errors/sentences-so.ts';
import { languages } from '#shared/languages.ts';

type Entry = { path: string; value: string };
type Module = Record<string, unknown>;

const modules: Record<string, Module> = import.meta.glob(['./*/*.ts', '!./*/errors.ts'], { eager: true });
const sources: Record<string, string> = import.meta.glob(
  ['../**/*.{ts,tsx}', '../../shared/*.ts', '../../shared/contract/*.ts', '!./**', '!../**/*.test.*'],
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

const dictionary = (language: string) =>
  Object.entries(modules)
    .filter(([file]) => file.startsWith(`./${language}/`))
    .flatMap(([file, module]) => listEntries(module, '').map((entry) => ({ ...entry, file: file.slice(5) })));

const english = dictionary('en');
const somali = new Map(dictionary('so').map(({ file, path, value }) => [`${file}:${path}`, value]));
const pairs = english.map(({ file, path, value }) => ({ path, en: value, so: somali.get(`${file}:${path}`) ?? '' }));

/** Names, formats and words that are the same in both languages. */
const sameInBoth = /^(Somali Speech AI|E-mail|404|Demo|[\d+<>.\s%]+|[A-Z0-9]{2,5}( ?[A-Z0-9]{2,5})*|Word \(DOCX\))$/;
const isIdentifier = (path: string) => path.endsWith('.id');
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
/** Words in which foreign letters belong: names, formats, what software calls itself. */
const foreignWords =
  /“[^”]*”|\{\w+\}|Somali Speech AI|Somali Speech|WhatsApp(-ka)?|JavaScript|AI|SRT|VTT|JSON|DOCX|TXT|ZIP|MP3|WAV|M4A|OGG|WebM|MB|spam|Chrome|Safari|Firefox|Android|iPhone|[Ss]erver(-ka|-ku)?|https?|PDF|Word|Processing ID/g;

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

const somaliSentencesOfAll = [
  ...pairs.map(({ path, so }) => ({ path, text: so })),
  ...Object.entries(somaliSentences).map(([path, text]) => ({ path, text })),
];

describe('Somali keeps to the glossary', () => {
  it.each(refusedWords)('%s: %s', (pattern) => {
    expect(somaliSentencesOfAll.filter(({ text }) => pattern.test(text))).toEqual([]);
  });

  it('writes headings and buttons in sentence case', () => {
    const capitalised = somaliSentencesOfAll.filter(({ text }) =>
      text.split(/[.!?:–“(\n]\s*/).some((sentence) =>
        sentence
          .split(' ')
          .slice(1)
          .some((word) => /^[A-Z]/.test(word) && !names.test(word)),
      ),
    );
    expect(capitalised.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  });
});

describe('the dictionaries', () => {
  it('are there in both languages, key for key', () => {
    const keys = languages.map((language) =>
      dictionary(language)
        .map(({ file, path }) => `${file}:${path}`)
        .sort(),
    );
    expect(keys[0]?.length).toBeGreaterThan(200);
    expect(keys[1]).toEqual(keys[0]);
  });

  it('hold no empty text', () => {
    expect(pairs.filter(({ en, so }) => en.trim() === '' || so.trim() === '')).toEqual([]);
  });

  it('say it in Somali where English says it in English', () => {
    expect(pairs.filter(({ path, en, so }) => en === so && !isIdentifier(path) && !sameInBoth.test(en))).toEqual([]);
  });

  it('have the same places to fill', () => {
    expect(pairs.filter(({ en, so }) => placesOf(en).join() !== placesOf(so).join())).toEqual([]);
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
