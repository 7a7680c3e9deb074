import { describe, expect, it } from 'vitest';
import { isErrorCode, type SentenceKey } from '#shared/errors/codes.ts';
import en from '#shared/errors/en.json' with { type: 'json' };
import { formatSentence } from './format-sentence.ts';

const keys = Object.keys(en) as SentenceKey[];
const placesOf = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).sort();

describe('the error catalogue', () => {
  it.each(keys)('%s has a sentence of its own in each language, with the same places to fill', (key) => {
    const english = formatSentence(key, 'en');
    const somali = formatSentence(key, 'so');
    expect(english.length).toBeGreaterThan(5);
    expect(somali.length).toBeGreaterThan(5);
    expect(somali).not.toBe(english);
    expect(placesOf(somali)).toEqual(placesOf(english));
  });

  it('writes Somali in Somali letters', () => {
    const somali = keys.map((key) =>
      formatSentence(key, 'so').replace(
        /\{\w+\}|"[^"]*"|\/api\S+|vtt|verbose_json|MP3|WAV|M4A|OGG|WebM|server|https|\d+MB/gi,
        '',
      ),
    );
    expect(somali.filter((sentence) => /[pvz]|[’ʼ`]/i.test(sentence))).toEqual([]);
  });

  it('knows the codes of the server alone', () => {
    expect(isErrorCode('QUEUE_FULL')).toBe(true);
    expect(['NETWORK', 'toString', ['QUEUE_FULL'], 409, undefined].filter(isErrorCode)).toEqual([]);
  });

  it('fills places and leaves an unknown one visible', () => {
    expect(formatSentence('RESEND_COOLDOWN', 'en', { seconds: 42 })).toContain('wait 42 seconds');
    expect(formatSentence('RESEND_COOLDOWN', 'so', {})).toContain('{seconds}');
  });
});
