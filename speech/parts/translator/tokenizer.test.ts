import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const readJson = (file: string) => JSON.parse(readFileSync(new URL(file, root), 'utf8'));

type Cut = Record<'published' | 'starter', number[]>;

/** Written by qualify/parity/tokenisation_reference.py. */
const golden: { texts: (Cut & { text: string })[]; long: Cut & { text: string; times: number } } = readJson(
  'tests/fixtures/models/tokenisation-golden.json',
);

/**
 * The library approximates SentencePiece's table of foldings: joiners of zero width and marks upon marks come out otherwise.
 * No recogniser of ours writes either (recognition/somali-mask.ts, engines/remote/read-transcription.ts).
 */
const approximated = /[\u200c\u200d]|\p{M}{2}/u;

describe.each([
  ['published', 'tests/fixtures/models/published-translator'],
  ['starter', 'models/starter/translator'],
] as const)('the %s tokenizer', (name, folder) => {
  const tokenizer = new Tokenizer(readJson(`${folder}/tokenizer.json`), readJson(`${folder}/tokenizer_config.json`));
  const encode = (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;

  it.each(golden.texts.filter(({ text }) => name === 'starter' || !approximated.test(text)))(
    'cuts $text as the reference does',
    ({ text, ...cut }) => {
      expect(encode(text)).toEqual(cut[name]);
    },
  );

  it('cuts a very long text as the reference does', () => {
    const ids = encode(golden.long.text.repeat(golden.long.times));
    const sum = ids.reduce((total, id, at) => (total + (at + 1) * id) % 1_000_003, 0);
    expect([ids.length, sum]).toEqual(golden.long[name]);
  });
});
