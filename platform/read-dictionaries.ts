import { readFileSync } from 'node:fs';
import { type Language, languages } from '#shared/languages.ts';

/** `LANGUAGE.json` of a folder, for each of our languages. The browser fetches one of them instead. */
export function readDictionaries<Texts>(folder: URL): Record<Language, Texts> {
  const read = (language: Language) => JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Texts;
  return Object.fromEntries(languages.map((language) => [language, read(language)])) as Record<Language, Texts>;
}
