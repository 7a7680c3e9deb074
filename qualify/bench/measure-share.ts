import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { recogniserFiles } from '#speech/models/installed-models.ts';
import { resolveModels } from '#speech/models/resolve-models.ts';
import { makeSessionOptions, openGraph } from '#speech/parts/local/session-options.ts';
import { findOptimisedGraphs } from '#speech/parts/optimise/record.ts';
import { loadTokens } from '#speech/parts/recogniser/posteriors.ts';
import { createRecogniser, readLanguage } from '#speech/parts/recogniser/recogniser.ts';
import { findGraphs, openSessions, readTranslationFolder } from '#speech/parts/translator/load.ts';
import { createTranslationTokenizer } from '#speech/parts/translator/tokenizer.ts';
import { createTranslator } from '#speech/parts/translator/translator.ts';
import { readSpeechSettings } from '#speech/settings.ts';
import { takeSpan } from '#tests/support/sound-in-memory.ts';

const sessionOptions = makeSessionOptions(2);

/** Time on the clock of a piece of work, and the part of it that the bare sessions took. */
export type Share = { milliseconds: number; bareMilliseconds: number };

/** A session whose runs are timed. */
function watch(session: InferenceSession, spent: { milliseconds: number }) {
  const run = async (feeds: InferenceSession.FeedsType) => {
    const startedAt = performance.now();
    try {
      return await session.run(feeds);
    } finally {
      spent.milliseconds += performance.now() - startedAt;
    }
  };
  return { run, inputNames: session.inputNames };
}

async function measureShare(spent: { milliseconds: number }, work: () => Promise<unknown>): Promise<Share> {
  spent.milliseconds = 0;
  const startedAt = performance.now();
  await work();
  return { milliseconds: performance.now() - startedAt, bareMilliseconds: spent.milliseconds };
}

/** The installed models of the profile with their sessions watched, in this process. */
export async function openWatched() {
  const models = await resolveModels(readSpeechSettings());
  if (!models.recogniser || !models.translator) throw new Error('the models of this profile are not installed');
  const spent = { milliseconds: 0 };
  const { folder: recogniserFolder } = models.recogniser;
  const graph = await openGraph(path.join(recogniserFolder, recogniserFiles.graph), sessionOptions, 'the recogniser');
  const recogniser = createRecogniser({
    session: watch(graph, spent),
    tokens: loadTokens(await readFile(path.join(recogniserFolder, recogniserFiles.tokens), 'utf8')),
    ...(await readLanguage(models.recogniser)),
  });
  const { folder } = models.translator;
  const graphs = (await findOptimisedGraphs(folder)) ?? (await findGraphs(folder));
  const { config, ...files } = await readTranslationFolder(folder);
  const { encoder, decoder } = await openSessions(graphs, sessionOptions);
  const translator = createTranslator({
    encoder: watch(encoder, spent),
    decoder: watch(decoder, spent),
    tokenizer: createTranslationTokenizer({ ...files, vocabulary: graphs.vocabulary }, config),
    config,
  });
  return {
    /** `seconds` of sound from the beginning. */
    recognise: (samples: Float32Array, seconds: number) =>
      measureShare(spent, () => recogniser.recognise(takeSpan(samples, { startSeconds: 0, endSeconds: seconds }))),
    translate: (sentences: readonly string[]) =>
      measureShare(spent, async () => {
        for (const sentence of sentences) await translator.translate(sentence);
      }),
  };
}
