import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { audioFixture } from '#tests/support/audio-fixtures.ts';
import { usualDecoder } from '#tests/support/sound-in-memory.ts';
import type { RecognitionResult, SoundPiece } from '../parts/ports.ts';
import type { SpeechError } from '../speech-error.ts';
import { type PipelineParts, runPipeline } from './pipeline.ts';
import type { SavedPart, SpeechResult } from './port.ts';

/** Speech for three seconds, from the beginning and from the fifth second on. */
const detectTwo = async ({ samples }: SoundPiece) => {
  const probabilities = Float32Array.from({ length: Math.ceil(samples.length / 512) }, (_, at) =>
    Number((at * 0.032) % 5 < 3),
  );
  return { probabilities, memory: new Float32Array(0) };
};

/** Two short sentences with a clear pause between them. */
function hear(text: string): RecognitionResult {
  const words = text.split(' ').map((raw, at) => {
    const startSeconds = at * 0.3 + (at > 2 ? 0.8 : 0);
    return { raw, startSeconds, endSeconds: startSeconds + 0.25, confidence: 0.9 };
  });
  return { words, isSpeech: true, outOfAlphabetProbability: 0, somaliLogOdds: null };
}
const stretches = ['waan ku arkay wuu baxay maanta', 'way timid galabta waan seexday xalay'];

/** Other words for each later stretch. */
const spell = (at: number) => `waan ku ${'abcdefghij'[at % 10]}${'lmnqrstuwy'[Math.floor(at / 10)]}aa wuu baxay maanta`;

type Script = {
  somaliLogOdds?: readonly number[];
  translate: (sentence: string) => Promise<string>;
};

/** Engines that write down who was asked what, in which order. */
function makeEngines({ somaliLogOdds, translate }: Script) {
  const asked: string[] = [];
  let heard = 0;
  const engines: PipelineParts['engines'] = {
    description: { recogniser: 'test', translator: 'test', isStarter: false, isCalibrated: false },
    detector: { detect: detectTwo },
    speakers: { embed: async () => new Float32Array(), tellTurns: async () => [] },
    recogniser: {
      name: 'test',
      async recognise() {
        const at = heard++;
        asked.push(`recognise ${at}`);
        return { ...hear(stretches[at] ?? spell(at)), somaliLogOdds: somaliLogOdds?.[at] ?? null };
      },
    },
    translator: {
      name: 'test',
      async translate(sentence) {
        asked.push(sentence);
        const text = await translate(sentence);
        return { text, tokenLogProbabilities: [], isCut: false };
      },
    },
  };
  return { asked, parts: { engines, decoder: usualDecoder, maxAudioSeconds: 600 } };
}

const file = audioFixture('speech-8s.wav');
const whole = ['Waan ku arkay.', 'Wuu baxay maanta.', 'Way timid galabta.', 'Waan seexday xalay.'];

describe('speech that is not taken for Somali', () => {
  const heardAs = (...somaliLogOdds: number[]) => makeEngines({ somaliLogOdds, translate: async () => 'English' });
  const doubted = () => heardAs(-6, -6);

  it('ends in a question before any text leaves, with its transcript saved and nothing translated', async () => {
    const { asked, parts } = doubted();
    const saved: SavedPart[] = [];
    const told: string[] = [];
    const work = runPipeline(file, parts, {
      onSaved: async (done) => void saved.push(...done),
      onEvent: (event) => 'text' in event && told.push(event.text),
    });
    await expect(work).rejects.toMatchObject({ code: 'NOT_SOMALI' });
    expect(saved.map(({ kind }) => kind)).toEqual(['speech', 'heard']);
    expect(told.join('')).toBe('');
    expect(asked).toEqual(['recognise 0', 'recognise 1']);
    const wanted = await runPipeline('/nowhere', parts, { saved, acceptsAnyLanguage: true });
    expect(wanted.transcript).toBe(whole.join(' '));
  });

  it('keeps back the text of a beginning that is not sure, for the question', async () => {
    const told: string[] = [];
    const work = runPipeline(file, heardAs(-1.2, -30).parts, {
      onEvent: (event) => 'text' in event && told.push(event.text),
    });
    await expect(work).rejects.toMatchObject({ code: 'NOT_SOMALI' });
    expect(told.join('')).toBe('');
  });

  it('is a result with a warning after a beginning in Somali, which its reader has had already', async () => {
    const told: string[] = [];
    const { transcript, warnings } = await runPipeline(file, heardAs(2, -30).parts, {
      onEvent: (event) => event.stage === 'recognition' && told.push(event.text),
    });
    expect(told).toEqual([stretches[0], stretches.join(' ')]);
    expect([transcript, warnings[0]]).toEqual([whole.join(' '), 'OTHER_LANGUAGE_LIKELY']);
  });

  it('is written all the same, with a warning, for whoever wants it', async () => {
    const { parts } = doubted();
    const result = await runPipeline(file, parts, { acceptsAnyLanguage: true });
    expect([result.transcript, result.warnings]).toEqual([whole.join(' '), ['OTHER_LANGUAGE_LIKELY', 'UNCALIBRATED']]);
  });
});

describe('speech of which nothing is understood', () => {
  /** Heard with this confidence, by an engine whose scores are known; translated with tokens of this log probability. */
  function heardWith(confidence: number, logProbability: number) {
    const { parts } = makeEngines({ translate: async () => '' });
    const { recogniser, translator } = parts.engines;
    const recognise = async () => {
      const heard = hear('brin to mare than wi');
      return { ...heard, words: heard.words.map((word) => ({ ...word, confidence })) };
    };
    const translate = async () => ({
      text: 'Bring it to the man there.',
      tokenLogProbabilities: Array<number>(6).fill(logProbability),
      isCut: false,
    });
    const named = {
      recogniser: { ...recogniser, name: 'starter', recognise },
      translator: { ...translator, name: 'starter', translate },
    };
    return runPipeline(file, { ...parts, engines: { ...parts.engines, ...named } });
  }

  it('is told where the Somali reads low and has no English', async () => {
    expect((await heardWith(0.2, -9)).warnings).toContain('NOT_UNDERSTOOD');
  });

  it.each([
    ['that is read well', 0.999, -9],
    ['with an English', 0.2, -0.01],
  ])('is not told of Somali %s', async (_, confidence, logProbability) => {
    expect((await heardWith(confidence, logProbability)).warnings).not.toContain('NOT_UNDERSTOOD');
  });
});

describe('a long recording', () => {
  const long = audioFixture('speech-5min.opus');
  const say = () => makeEngines({ translate: async (sentence) => `<${sentence}>` });
  const bare = ({ timings: _timings, ...result }: SpeechResult) => result;

  it('is saved after each slice, and wherever its work ends another goes on to the same result', async () => {
    const whole = say();
    const saved: SavedPart[] = [];
    const result = await runPipeline(long, whole.parts, { onSaved: async (done) => void saved.push(...done) });
    const kinds = saved.map(({ kind }) => kind);
    expect(kinds[0]).toBe('speech');
    expect(kinds.filter((kind) => kind === 'heard').length).toBeGreaterThan(2);
    expect(kinds.indexOf('english')).toBeLessThan(kinds.lastIndexOf('heard'));
    expect(new Set(whole.asked).size).toBe(whole.asked.length);
    const workFolder = mkdtempSync(path.join(tmpdir(), 'work-'));
    const kept: SavedPart[] = [];
    let runs = 0;
    let gone: SpeechResult | undefined;
    const { asked, parts } = say();
    while (gone === undefined) {
      runs += 1;
      const end = new AbortController();
      const { signal } = end;
      const onSaved = async (done: readonly SavedPart[]) => {
        kept.push(...JSON.parse(JSON.stringify(done)));
        end.abort();
      };
      const options = { workFolder, saved: [...kept], onSaved, signal };
      gone = await runPipeline(long, parts, options).catch((error: SpeechError) => {
        expect(error.code).toBe('TRANSCRIPTION_CANCELLED');
        return undefined;
      });
    }
    expect(runs).toBeGreaterThan(4);
    expect(bare(gone)).toEqual(bare(result));
    const isHearing = (what: string) => what.startsWith('recognise');
    expect(asked.filter(isHearing)).toEqual(whole.asked.filter(isHearing));
    expect(new Set(asked).size).toBe(asked.length);
    expect(readdirSync(workFolder)).toEqual(['sound.f32']);
    rmSync(workFolder, { recursive: true });
  });

  it('begins anew where another recogniser heard its beginning', async () => {
    const saved: SavedPart[] = [];
    await runPipeline(long, say().parts, { onSaved: async (done) => void saved.push(...done) });
    const others = saved.map((part) => (part.kind === 'heard' ? { ...part, recogniser: 'another' } : part));
    const { asked, parts } = say();
    await runPipeline(long, parts, { saved: others });
    expect(asked.filter((what) => what.startsWith('recognise')).length).toBeGreaterThan(2);
  });
});
