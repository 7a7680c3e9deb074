export const languages = ['en', 'so'] as const;
export type Language = (typeof languages)[number];

/** Each language under its own name (spec §1). */
export const languageNames: Record<Language, string> = { en: 'English', so: 'Af-Soomaali' };

/** Chrome for Android carries no Somali names of units. */
export const durationWords = {
  en: { minute: ['minute', 'minutes'], second: ['second', 'seconds'], and: ' ' },
  so: { minute: ['daqiiqo', 'daqiiqo'], second: ['ilbiriqsi', 'ilbiriqsi'], and: ' iyo ' },
} as const;

export const defaultLanguage: Language = 'en';

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The first of our languages among BCP 47 tags in order of preference, e.g. `['so-SO', 'en']`. */
export function matchLanguage(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const primary = tag.trim().toLowerCase().split('-')[0];
    if (isLanguage(primary)) return primary;
  }
  return undefined;
}

/** Reads an `Accept-Language` header: tags by falling quality, those with q=0 left out (RFC 9110 §12.5.4). */
export function parseAcceptLanguage(header: string | undefined): Language {
  const ranked = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((p) => /^\s*q=([\d.]+)\s*$/i.exec(p)?.[1]).find((q) => q !== undefined);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return matchLanguage(ranked.map(({ tag }) => tag)) ?? defaultLanguage;
}

/** What stands for a sentence that was not understood; the words of it that are known follow in brackets. */
export const notUnderstood = '[not understood]';
/** To split English at such sentences, the brackets kept. */
export const glossedSentence = / ?(\[not understood\](?: \([^)[]*\))?) ?/;
/** Where there is no room for the known words. */
export const withoutGlosses = (text: string) => text.replaceAll(/(\[not understood\]) \([^)[]*\)/g, '$1');
/** Behind English that may well be wrong. */
export const unsureMark = '(?)';
