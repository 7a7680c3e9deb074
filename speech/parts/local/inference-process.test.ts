import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCtcGraph, shapeTiny } from '#tests/fixtures/models/make-ctc-graph.ts';
import { makeTokensText } from '#tests/fixtures/models/make-tokens.ts';
import type { PartModels } from '../parts.ts';
import { type InferenceOptions, InferenceProcess } from './inference-process.ts';

const translatorFolder = fileURLToPath(new URL('../../../tests/fixtures/models/tiny-translator', import.meta.url));
const detectorFolder = fileURLToPath(new URL('../../../models/detector', import.meta.url));
const models: PartModels = {
  detector: { name: 'silero', folder: detectorFolder },
  recogniser: null,
  translator: { name: 'tiny', folder: translatorFolder },
};

const opened: InferenceProcess[] = [];
function open(changes: Partial<InferenceOptions> = {}): InferenceProcess {
  const inference = new InferenceProcess({ models, threads: 1, ...changes });
  opened.push(inference);
  return inference;
}

/** Time that stands still until the test says otherwise. */
function createHandTimers() {
  const entries = new Map<object, { milliseconds: number; action: () => void }>();
  return {
    timers: {
      after(milliseconds: number, action: () => void) {
        const key = {};
        entries.set(key, { milliseconds, action });
        return () => entries.delete(key);
      },
    },
    pass(most = Number.POSITIVE_INFINITY) {
      const due = [...entries].filter(([, { milliseconds }]) => milliseconds <= most);
      for (const [key] of due) entries.delete(key);
      for (const [, { action }] of due) action();
    },
  };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const kill = (inference: InferenceProcess, signal: NodeJS.Signals) => process.kill(inference.pid ?? 0, signal);
const silence = new Float32Array(16_000);
const heard = (samples: Float32Array) => ({ samples, ownWords: [] });
const piece = (samples: Float32Array) => ({ samples, memory: null });
/** Kills the child and waits until its place is empty or another's. */
async function killAndWait(inference: InferenceProcess): Promise<void> {
  const { pid } = inference;
  kill(inference, 'SIGKILL');
  while (inference.pid === pid) await new Promise(setImmediate);
}
const longSentence = 'Caruurtu waxay aadeen dugsiga, laakiin macallinku ma imaan.';

afterEach(async () => {
  await Promise.all(opened.splice(0).map((inference) => inference.close()));
});

describe('the inference process', () => {
  let expected: string;

  beforeAll(async () => {
    const inference = open();
    expected = (await inference.run('translator', 'Subax wanaagsan.')).text;
    expect(expected).not.toBe('');
  });

  it('loads its models, answers in the order of asking and gives whole results', async () => {
    const inference = open();
    await inference.ready;
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    const first = inference.run('translator', 'Subax wanaagsan.');
    const second = inference.run('detector', piece(silence));
    const third = inference.run('translator', 'Haa.');
    await Promise.all([first.then(note('first')), second.then(note('second')), third.then(note('third'))]);
    expect(order).toEqual(['first', 'second', 'third']);
    expect((await second).probabilities).toHaveLength(32);
    expect((await first).tokenLogProbabilities.length).toBeGreaterThan(0);
  });

  it('killed in the middle costs another try, and no job', async () => {
    const inference = open();
    await inference.ready;
    const hit = inference.run('translator', longSentence);
    const waiting = inference.run('translator', 'Subax wanaagsan.');
    await killAndWait(inference);
    expect((await hit).text).not.toBe('');
    expect((await waiting).text).toBe(expected);
  });

  it('killed twice under a job gives one clean error; what waited and what follows is answered by a new child', async () => {
    const inference = open();
    await inference.ready;
    const before = inference.pid;
    const hit = inference.run('translator', longSentence);
    const waiting = inference.run('translator', 'Subax wanaagsan.');
    await killAndWait(inference);
    kill(inference, 'SIGKILL');
    await expect(hit).rejects.toMatchObject({
      name: 'SpeechError',
      code: 'TRANSCRIPTION_FAILED',
      detail: 'the inference process ended (SIGKILL)',
    });
    expect((await waiting).text).toBe(expected);
    expect((await inference.run('translator', 'Subax wanaagsan.')).text).toBe(expected);
    expect(inference.pid).not.toBe(before);
  });

  it('killed while idle costs no request', async () => {
    const inference = open();
    await inference.ready;
    const { pid = 0 } = inference;
    kill(inference, 'SIGKILL');
    while (inference.pid === pid) await new Promise(setImmediate);
    expect((await inference.run('translator', 'Subax wanaagsan.')).text).toBe(expected);
  });

  it('takes a child that is given no time for no fault of the recording, and goes on with another', async () => {
    const { timers, pass } = createHandTimers();
    const inference = open({ timers });
    await inference.ready;
    kill(inference, 'SIGSTOP');
    const stuck = inference.run('detector', piece(silence));
    pass();
    await expect(stuck).rejects.toMatchObject({ code: 'ENGINE_BUSY', detail: 'no answer in 123 s' });
    expect((await inference.run('translator', 'Subax wanaagsan.')).text).toBe(expected);
  });

  it('reports a model that does not load as not ready, and stays alive for the others', async () => {
    const inference = open({
      models: { ...models, translator: { name: 'none', folder: '/nowhere' } },
    });
    await expect(inference.ready).rejects.toMatchObject({
      code: 'ENGINE_NOT_READY',
      detail: 'config.json cannot be read',
    });
    expect((await inference.run('detector', piece(silence))).probabilities).toHaveLength(32);
    await expect(inference.run('recogniser', heard(silence))).rejects.toMatchObject({ code: 'ENGINE_NOT_READY' });
  });
});

describe('the recogniser in it', () => {
  let folder: string;
  let withRecogniser: PartModels;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'inference-'));
    const recogniser = { name: 'tiny', folder };
    await writeFile(path.join(folder, 'model.int8.onnx'), Buffer.concat(makeCtcGraph(shapeTiny)));
    await writeFile(path.join(folder, 'tokens.txt'), makeTokensText(shapeTiny.vocabularySize));
    withRecogniser = { ...models, recogniser };
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('recognises samples given as a part of a longer recording', async () => {
    const inference = open({ models: withRecogniser });
    const recording = Float32Array.from({ length: 64_000 }, (_, i) => 0.3 * Math.sin((i * i) / 5000));
    const { words } = await inference.run('recogniser', heard(recording.subarray(16_000, 48_000)));
    expect(words.at(-1)?.endSeconds).toBeLessThanOrEqual(99 * 0.02);
    expect(words.length).toBeGreaterThan(0);
  });

  it('killed or aborted in the middle is back for the next recording', async () => {
    const inference = open({ models: withRecogniser });
    await inference.ready;
    const long = new Float32Array(16_000 * 30);
    const killed = inference.run('recogniser', heard(long));
    await killAndWait(inference);
    kill(inference, 'SIGKILL');
    await expect(killed).rejects.toMatchObject({ code: 'TRANSCRIPTION_FAILED' });
    const abort = new AbortController();
    const aborted = inference.run('recogniser', heard(long), abort.signal);
    abort.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    expect(await inference.run('recogniser', heard(silence))).toMatchObject({
      words: expect.any(Array),
      outOfAlphabetProbability: expect.any(Number),
    });
  });
});

describe('a patient job', () => {
  /** Runs them at once; their names in the order in which they end. */
  async function orderOf(jobs: Record<string, () => Promise<unknown>>): Promise<string[]> {
    const order: string[] = [];
    await Promise.all(Object.entries(jobs).map(([name, run]) => run().then(() => order.push(name))));
    return order;
  }

  it('stops for one that comes, begins again after it, and gives the whole', async () => {
    const inference = open();
    const { text } = await inference.run('translator', longSentence);
    let patient: Promise<{ text: string }> | undefined;
    const order = await orderOf({
      patient: () => {
        patient = inference.run('translator', longSentence, undefined, true);
        return patient;
      },
      sound: () => inference.run('detector', piece(silence)),
      sentence: () => inference.run('translator', 'Haa.'),
    });
    expect(order).toEqual(['sound', 'sentence', 'patient']);
    expect((await patient)?.text).toBe(text);
  });

  it('lets others pass that were asked later, but for ten seconds only', async () => {
    const { timers, pass } = createHandTimers();
    const inference = open({ timers });
    await inference.ready;
    const jobs = (between = () => {}) => ({
      first: () => inference.run('detector', piece(silence)),
      patient: () => inference.run('translator', 'Haa.', undefined, true),
      late: () => {
        between();
        return inference.run('detector', piece(silence));
      },
    });
    expect(await orderOf(jobs())).toEqual(['first', 'late', 'patient']);
    expect(await orderOf(jobs(() => pass(10_000)))).toEqual(['first', 'patient', 'late']);
  });

  it('that has given way and is abandoned does not come back', async () => {
    const inference = open();
    await inference.ready;
    const abort = new AbortController();
    const patient = inference.run('translator', longSentence, abort.signal, true);
    const sound = inference.run('detector', piece(silence));
    abort.abort();
    await expect(patient).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    expect((await sound).probabilities).toHaveLength(32);
    expect((await inference.run('translator', 'Haa.')).text).not.toBe('');
  });
});

describe('aborting', () => {
  it('ends a translation at once and keeps the child', async () => {
    const inference = open();
    await inference.ready;
    const { pid } = inference;
    const abort = new AbortController();
    const long = inference.run(
      'translator',
      'Caruurtu waxay aadeen dugsiga, laakiin macallinku ma imaan.',
      abort.signal,
    );
    abort.abort();
    await expect(long).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    expect((await inference.run('translator', 'Haa.')).text).not.toBe('');
    expect(inference.pid).toBe(pid);
  });

  it('ends a translation that does not listen by force', async () => {
    const { timers, pass } = createHandTimers();
    const inference = open({ timers });
    await inference.ready;
    const { pid } = inference;
    kill(inference, 'SIGSTOP');
    const abort = new AbortController();
    const deaf = inference.run('translator', 'Subax wanaagsan.', abort.signal);
    abort.abort();
    await expect(deaf).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    pass();
    expect((await inference.run('translator', 'Haa.')).text).not.toBe('');
    expect(inference.pid).not.toBe(pid);
  });

  it('ends any other job with its child, and lets a waiting one leave quietly', async () => {
    const inference = open();
    await inference.ready;
    const [first, second] = [new AbortController(), new AbortController()];
    const running = inference.run('detector', piece(new Float32Array(16_000 * 60)), first.signal);
    const leaving = inference.run('translator', 'Haa.', second.signal);
    const staying = inference.run('translator', 'Subax wanaagsan.');
    second.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    first.abort();
    await expect(running).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    expect((await staying).tokenLogProbabilities.length).toBeGreaterThan(0);
    await expect(inference.run('translator', 'Haa.', AbortSignal.abort())).rejects.toMatchObject({
      code: 'TRANSCRIPTION_CANCELLED',
    });
  });
});

describe('closing', () => {
  it('ends what runs and waits, and leaves no process behind', async () => {
    const inference = open();
    await inference.ready;
    const { pid = 0 } = inference;
    const running = inference.run('detector', piece(new Float32Array(16_000 * 60)));
    const waiting = inference.run('translator', 'Haa.');
    const outcomes = Promise.allSettled([running, waiting]);
    expect(isAlive(pid)).toBe(true);
    await inference.close();
    expect(isAlive(pid)).toBe(false);
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'TRANSCRIPTION_CANCELLED' } });
    }
    await expect(inference.run('detector', piece(silence))).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
  });
});
