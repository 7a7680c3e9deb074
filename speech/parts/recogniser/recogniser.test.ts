import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCtcGraph, shapeTiny } from '#tests/fixtures/models/make-ctc-graph.ts';
import { makeTokensText } from '#tests/fixtures/models/make-tokens.ts';
import { loadTokens } from './posteriors.ts';
import { createRecogniser, type Recogniser, readLanguage } from './recogniser.ts';

const options = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false } as const;
const chirp = Float32Array.from({ length: 32_000 }, (_, i) => 0.3 * Math.sin((i * i) / 5000));

describe("a random-weight graph of the full models' shape", () => {
  let session: InferenceSession;
  let recogniser: Recogniser;

  beforeAll(async () => {
    session = await InferenceSession.create(Buffer.concat(makeCtcGraph(shapeTiny)), options);
    recogniser = createRecogniser({ session, tokens: loadTokens(makeTokensText(shapeTiny.vocabularySize)) });
  });

  it('has their signature', () => {
    expect(session.inputNames).toEqual(['x']);
    expect(session.outputNames).toEqual(['logits']);
  });

  it('writes Somali letters only, with rising times within the sound', async () => {
    const { words, durationSeconds } = await recogniser.recognise(chirp);
    expect(words.length).toBeGreaterThan(0);
    expect(words.every(({ raw }) => /^[a-z0-9']+$/.test(raw))).toBe(true);
    const times = words.flatMap(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(2);
    expect(durationSeconds).toBeCloseTo(99 * 0.02, 6);
  });

  it('knows that random weights are guessing', async () => {
    const { isSpeech, ...features } = await recogniser.recognise(chirp);
    expect(features.outOfAlphabetProbability).toBeGreaterThan(0.9);
    expect(features.meanEntropy).toBeGreaterThan(0.5);
    expect(isSpeech).toBe(false);
  });

  it('answers no samples, silence and a blink of sound without words', async () => {
    const nothing = await recogniser.recognise(new Float32Array(0));
    expect(nothing).toMatchObject({ words: [], isSpeech: false, wordCount: 0 });
    await expect(recogniser.recognise(new Float32Array(100))).resolves.toMatchObject({ isSpeech: false });
  });

  it('passes on what a network says of the language, and knows nothing where it says nothing', async () => {
    const telling = createRecogniser({
      session: { run: async (feeds) => ({ ...(await session.run(feeds)), somali: new Tensor('float32', [-7], [1]) }) },
      tokens: loadTokens(makeTokensText(shapeTiny.vocabularySize)),
    });
    expect((await telling.recognise(chirp)).somaliLogOdds).toBe(-7);
    expect((await recogniser.recognise(chirp)).somaliLogOdds).toBeNull();
  });

  it('hears a stretch at every speed that its network has room for', async () => {
    const lengths: number[] = [];
    const counted = createRecogniser({
      session: {
        run: (feeds) => {
          lengths.push(feeds.x?.dims[1] ?? 0);
          return session.run(feeds);
        },
      },
      tokens: loadTokens(makeTokensText(shapeTiny.vocabularySize)),
      speeds: [1, 0.8, 1.25],
    });
    await counted.recognise(chirp);
    await counted.recognise(new Float32Array(25 * 16_000));
    expect(lengths).toEqual([32_000, 40_000, 25_600, 400_000, 320_000]);
  });

  it('refuses a tokens.txt of another model', async () => {
    const foreign = createRecogniser({ session, tokens: loadTokens(`${makeTokensText(10_288)}q' 10288\n`) });
    await expect(foreign.recognise(chirp)).rejects.toMatchObject({ code: 'ENGINE_NOT_READY' });
  });

  it('turns a failing network into one speech error', async () => {
    const broken = createRecogniser({
      session: { run: () => Promise.reject(new Error('Non-zero status code')) },
      tokens: loadTokens(makeTokensText(64)),
    });
    await expect(broken.recognise(chirp)).rejects.toMatchObject({ code: 'TRANSCRIPTION_FAILED' });
  });
});

/** The shipped n-grams over a network that says these letters, each with its chance, a blank between any two. */
async function openWith(said: readonly (readonly (readonly [string, number])[])[]) {
  const folder = 'models/starter/recogniser';
  const files = { lmFile: `${folder}/letter-model.bin`, wordLmFile: `${folder}/word-model.bin` };
  const tokens = loadTokens(await readFile(`${folder}/tokens.txt`, 'utf8'));
  const frames = [[], [], ...said.flatMap((letters) => [letters, []]), []];
  const rows = frames.map((letters) => {
    const row = tokens.map(() => Math.log(1e-6));
    row[0] = Math.log(letters.reduce((rest, [, chance]) => rest - chance, 0.999));
    for (const [letter, chance] of letters) row[tokens.indexOf(letter)] = Math.log(chance);
    return row;
  });
  const logits = new Tensor('float32', Float32Array.from(rows.flat()), [1, rows.length, tokens.length]);
  const session = { run: async () => ({ logits }) };
  return createRecogniser({ session, tokens, ...(await readLanguage({ folder, ...files })) });
}
const hear = async (opened: Recogniser, ...ownWords: string[][]) =>
  (await opened.recognise(chirp, ...ownWords)).words.map(({ raw }) => raw).join(' ');

it('hears a short word alone, which the language model finds less likely than nothing', async () => {
  expect(await hear(await openWith([[['i', 0.6]], [['l', 0.6]]]))).toBe('il');
});

it("prefers a speaker's own words for one stretch of speech, and forgets them with the next", async () => {
  const clear = (text: string) => [...text].map((letter) => [[letter, 0.95] as const]);
  const unclear = [['z', 0.3] as const, ['s', 0.65] as const];
  const opened = await openWith([...clear('waa '), unclear, ...clear('ube'), [['y', 0.3] as const], ...clear('di')]);
  const general = await hear(opened);
  expect(general).not.toContain('zubeydi');
  expect(await hear(opened, ['Qaybsanow', 'Zubeydi Cali'])).toBe('waa zubeydi');
  expect(await hear(opened)).toBe(general);
});

it('leaves a text as it is in which no preferred word is heard', async () => {
  const doubtful = (text: string) =>
    [...text].map((letter, at) => {
      const others = [...'aeioukgdbtsznmrl'].filter((other) => other !== letter).slice(at % 9, (at % 9) + 6);
      return [[letter, 0.3] as const, ...others.map((other) => [other, 0.09] as const)];
    });
  const list = ['Zubeydi', 'Dabamadow', 'Gaaniile', 'Faarinle', 'Kalwayne', 'Bogorsame', 'Takarooni', 'Nimcaale'];
  for (const text of ['waxaan tagay suuqa', 'nimanka gaarka ah', 'dabada bogagga', 'takar faar kale']) {
    const opened = await openWith(doubtful(text));
    expect(await hear(opened, list)).toBe(await hear(opened));
  }
});
