import { describe, expect, it } from 'vitest';
import { makeTokensText } from '#tests/fixtures/models/make-tokens.ts';
import { buildSomaliMask, loadTokens } from './posteriors.ts';

describe('tokens.txt', () => {
  it('reads the space from its line of two spaces and the id', () => {
    expect(loadTokens('<s> 0\n<pad> 1\na 2\nb 3\n  4\n')).toEqual(['<s>', '<pad>', 'a', 'b', ' ']);
  });

  it('splits at the last space, so that a token may hold spaces', () => {
    expect(loadTokens('<s> 0\r\na b 1\r\n')).toEqual(['<s>', 'a b']);
  });

  it.each(['<s> 0\nbroken\n', '<s> 0\na 0\n', '<s> 0\n 5\n', ''])('refuses a damaged file (%j)', (text) => {
    expect(() => loadTokens(text)).toThrow(/ENGINE_NOT_READY/);
  });
});

describe('the Somali mask', () => {
  const tokens = loadTokens(makeTokensText(10_288));
  const mask = buildSomaliMask(tokens);

  it('keeps the blank, the space, letters, digits, apostrophes and what is made only of these', () => {
    expect(mask.texts[0]).toBe('');
    expect([...mask.texts].sort()).toEqual(
      ['', ' ', "'", '7', ...'abcdefghijklmnopqrstuvwxyz', 'dh', 'kh', 'sh'].sort(),
    );
    expect(mask.texts[mask.spaceClass]).toBe(' ');
  });

  it('gives tokens of the same text one class: capitals and curly apostrophes', () => {
    const idsOf = (text: string) =>
      [...mask.columns].filter((_, i) => mask.columnClasses[i] === mask.texts.indexOf(text)).sort((a, b) => a - b);
    expect(idsOf('a')).toEqual([tokens.indexOf('a'), tokens.indexOf('A')]);
    expect(idsOf("'")).toEqual([tokens.indexOf("'"), tokens.indexOf('\u2019')]);
    expect(idsOf('kh')).toEqual([tokens.indexOf('Kh')]);
  });

  it('weighs p, v and z down and nothing else', () => {
    const weighed = [...mask.columnBias].flatMap((bias, i) => (bias < 0 ? [tokens[mask.columns[i] ?? 0]] : []));
    expect(weighed).toEqual(['p', 'v', 'z']);
  });

  it('does not depend on ids', () => {
    const moved = buildSomaliMask(loadTokens('<blank> 0\nb 1\n  2\n\u043f 3\na 4\n'));
    expect(moved.texts).toEqual(['', 'b', ' ', 'a']);
    expect([...moved.columns]).toEqual([0, 1, 2, 4]);
  });

  it('refuses a vocabulary that cannot write Somali', () => {
    expect(() => buildSomaliMask(loadTokens('<s> 0\na 1\nb 2\n'))).toThrow(/ENGINE_NOT_READY/);
  });
});
