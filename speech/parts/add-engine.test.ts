// What adding an engine on this machine takes: a row in a table and a function. Here both come from outside.
import { afterEach, describe, expect, it } from 'vitest';
import { createInferenceProcess } from './local/inference-process.ts';

/** A recogniser that hears one word for each second. */
const stubRecogniser = `
  import { parts } from '${new URL('./parts.ts', import.meta.url)}';
  parts.recogniser.engines.stub = {
    open: async ({ name }) => async (samples) => ({
      words: Array.from({ length: samples.length / 16000 }, (_, at) => (
        { raw: name, startSeconds: at, endSeconds: at + 1, confidence: 0.9 }
      )),
      isSpeech: true, outOfAlphabetProbability: 0, somaliLogOdds: null,
    }),
  };
`;

const none = { detector: null, recogniser: null, translator: null };
const ended: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(ended.splice(0).map((end) => end())));

describe('an engine that is added', () => {
  it('is loaded, warmed up and asked in the inference process', async () => {
    const inference = createInferenceProcess({
      models: { ...none, recogniser: { name: 'haa', engine: 'stub', folder: import.meta.dirname } },
      threads: 1,
      extraNodeArguments: [`--import=data:text/javascript,${encodeURIComponent(stubRecogniser)}`],
    });
    ended.push(() => inference.close());
    await inference.ready;
    const { words } = await inference.run('recogniser', new Float32Array(32_000));
    expect(words.map(({ raw }) => raw)).toEqual(['haa', 'haa']);
  });

  it('is refused by name where there is no such row', async () => {
    const inference = createInferenceProcess({
      models: { ...none, recogniser: { name: 'haa', engine: 'stub', folder: import.meta.dirname } },
      threads: 1,
    });
    ended.push(() => inference.close());
    await expect(inference.ready).rejects.toMatchObject({
      code: 'ENGINE_NOT_READY',
      detail: 'haa needs a recogniser engine "stub", which is not known',
    });
  });
});
