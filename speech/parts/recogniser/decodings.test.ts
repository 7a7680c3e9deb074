import { describe, expect, it } from 'vitest';
import { type FrameChances, letterMask, makePosteriors, spell, writeClasses } from '#tests/support/make-posteriors.ts';
import { changeSpeed, chooseText, type Decoding, measureTextProbability } from './decodings.ts';

const read = (text: string) => [...text].map((letter) => letterMask.texts.indexOf(letter));

describe('changeSpeed', () => {
  const rateHz = 16_000;
  const tone = Float32Array.from({ length: rateHz }, (_, i) => Math.sin((2 * Math.PI * 400 * i) / rateHz));

  it.each([0.85, 1.18])('plays at %f of the speed, its pitch with it', (speed) => {
    const played = changeSpeed(tone, speed);
    expect(played).toHaveLength(Math.floor(rateHz / speed));
    const off = played.map((sample, i) => sample - Math.sin((2 * Math.PI * 400 * speed * i) / rateHz));
    expect(Math.max(...off.slice(0, -2).map(Math.abs))).toBeLessThan(0.01);
  });

  it('leaves samples alone at their own speed, and none are none', () => {
    expect(changeSpeed(tone, 1)).toBe(tone);
    expect(changeSpeed(new Float32Array(0), 0.85)).toHaveLength(0);
  });
});

describe('measureTextProbability', () => {
  const frames: FrameChances[] = [
    { a: 0.5, b: 0.2, '': 0.3 },
    { a: 0.4, b: 0.1, '': 0.5 },
    { a: 0.3, b: 0.6, '': 0.1 },
    { a: 0.2, b: 0.3, '': 0.5 },
  ];

  /** Of every path there is, those that collapse to the text. */
  function addPaths(text: string): number {
    let paths = [{ text: '', last: '', chance: 1 }];
    for (const frame of frames) {
      paths = paths.flatMap((path) =>
        ['', 'a', 'b'].map((label) => ({
          text: label === '' || label === path.last ? path.text : path.text + label,
          last: label,
          chance: path.chance * (frame[label] ?? 0),
        })),
      );
    }
    return paths.filter((path) => path.text === text).reduce((sum, { chance }) => sum + chance, 0);
  }

  it.each(['', 'a', 'ab', 'aa', 'aba', 'bab', 'abab'])('adds up every path of "%s"', (text) => {
    expect(Math.exp(measureTextProbability(makePosteriors(frames), read(text)))).toBeCloseTo(addPaths(text), 6);
  });

  it('knows that a text does not fit', () => {
    expect(measureTextProbability(makePosteriors(frames), read('aaa'))).toBe(Number.NEGATIVE_INFINITY);
  });

  it('does not run out of digits over a minute', () => {
    const long = makePosteriors(spell('haa_'.repeat(750), 0.5));
    expect(measureTextProbability(long, read('ha'.repeat(2)))).toBeLessThan(-1000);
    expect(measureTextProbability(long, read('ha'.repeat(750)))).toBeGreaterThan(-4000);
  });
});

describe('chooseText', () => {
  const hear = (path: string, ...texts: string[]): Decoding => ({
    posteriors: makePosteriors(spell(path, 0.6)),
    texts: texts.map(read),
  });
  const choose = (...decodings: Decoding[]) => writeClasses(chooseText(decodings, letterMask, undefined));

  it('takes the likeliest text where there is one decoding', () => {
    expect(choose(hear('s_u_u_q', 'suuq', 'suq'))).toBe('suuq');
  });

  it('goes with the decodings together, not with the first', () => {
    expect(choose(hear('g_u_r_i', 'guri'), hear('b_u_r_i', 'buri'), hear('b_u_r_i', 'buri'))).toBe('buri');
  });

  it('puts a text together of what each decoding heard best', () => {
    const [right, left] = ['waa guri oo weyn', 'waa buri oo weyn'];
    const spelt = (text: string) => [...text].join('_');
    const decodings = [
      hear(spelt('wii guri oo weyn'), 'wii guri oo weyn'),
      hear(spelt('waa buri oo weyn'), left),
      hear(spelt('waa guri oo seyn'), 'waa guri oo seyn'),
    ];
    expect(choose(...decodings)).toBe(right);
  });

  it('lets the language decide between texts that sound alike', () => {
    const decodings = [hear('g_u_r_i', 'guri', 'buri'), hear('b_u_r_i', 'buri', 'guri')];
    const prefers = (letter: string) => ({
      contextLength: 3,
      scoreNext: () => Float32Array.from(letterMask.texts, (text) => (text === letter ? 1 : 0)),
    });
    const chosen = ['g', 'b'].map((letter) => writeClasses(chooseText(decodings, letterMask, prefers(letter))));
    expect(chosen).toEqual(['guri', 'buri']);
  });

  it('never takes silence for the likelier text', () => {
    const silence: Decoding = { posteriors: makePosteriors(spell('____')), texts: [[]] };
    expect(choose(hear('h_a', 'ha'), silence, silence)).toBe('ha');
  });
});
