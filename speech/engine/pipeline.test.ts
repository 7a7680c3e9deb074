import { describe, expect, it } from 'vitest';
import { audioFixture } from '#tests/support/audio-fixtures.ts';
import type { HeardSpan } from '../parts/ports.ts';
import { SpeechError } from '../speech-error.ts';
import { type PipelineParts, runPipeline } from './pipeline.ts';

const spans = [
  { startSeconds: 0, endSeconds: 3 },
  { startSeconds: 5, endSeconds: 8 },
];

/** Two short sentences with a clear pause between them. */
function hear(text: string): HeardSpan {
  const words = text.split(' ').map((raw, at) => {
    const startSeconds = at * 0.3 + (at > 2 ? 0.8 : 0);
    return { raw, startSeconds, endSeconds: startSeconds + 0.25, confidence: 0.9 };
  });
  return { words, isSpeech: true, outOfAlphabetProbability: 0, somaliLogOdds: null };
}
const stretches = ['waan ku arkay wuu baxay maanta', 'way timid galabta waan seexday xalay'];

type Script = {
  areApart: boolean;
  somaliLogOdds?: readonly number[];
  translate: (sentence: string) => Promise<string>;
};

/** Engines that write down who was asked what, in which order. */
function makeEngines({ areApart, somaliLogOdds, translate }: Script) {
  const asked: string[] = [];
  const waiting: Record<string, () => void> = {};
  let heard = 0;
  const engines: PipelineParts['engines'] = {
    areApart,
    description: { recogniser: 'test', translator: 'test', isStarter: false, isCalibrated: false },
    detector: { detect: async () => ({ padded: spans, tight: spans }) },
    speakers: { embed: async () => new Float32Array(), tellTurns: async () => [] },
    recogniser: {
      name: 'test',
      async recognise() {
        const at = heard++;
        if (areApart && at === 1) await new Promise<void>((resolve) => (waiting.translated = resolve));
        asked.push(`recognise ${at}`);
        return { ...hear(stretches[at] ?? ''), somaliLogOdds: somaliLogOdds?.[at] ?? null };
      },
    },
    translator: {
      name: 'test',
      async translate(sentence) {
        asked.push(sentence);
        const text = await translate(sentence);
        waiting.translated?.();
        return { text, tokenLogProbabilities: [], isCut: false };
      },
    },
  };
  return { asked, parts: { engines, maxAudioSeconds: 60 } };
}

const file = audioFixture('speech-8s.wav');
const whole = ['Waan ku arkay.', 'Wuu baxay maanta.', 'Way timid galabta.', 'Waan seexday xalay.'];

describe('translating ahead', () => {
  it('translates a sentence while the next stretch is recognised, and each only once', async () => {
    const { asked, parts } = makeEngines({ areApart: true, translate: async (sentence) => `<${sentence}>` });
    const { translation } = await runPipeline(file, parts);
    expect(translation).toBe(whole.map((sentence) => `<${sentence}>`).join(' '));
    expect(asked).toEqual(['recognise 0', whole[0], 'recognise 1', ...whole.slice(1)]);
  });

  it('waits for the whole transcript where both work on the same processors', async () => {
    const { asked, parts } = makeEngines({ areApart: false, translate: async (sentence) => sentence });
    await runPipeline(file, parts);
    expect(asked).toEqual(['recognise 0', 'recognise 1', ...whole]);
  });

  it('asks again for what failed ahead of time', async () => {
    let failures = 1;
    const { asked, parts } = makeEngines({
      areApart: true,
      async translate(sentence) {
        if (sentence === whole[0] && failures-- > 0) {
          queueMicrotask(() => parts.engines.translator.translate('go on'));
          throw new SpeechError('TRANSCRIPTION_FAILED', 'busy');
        }
        return sentence;
      },
    });
    const { translation } = await runPipeline(file, parts);
    expect(translation).toBe(whole.join(' '));
    expect(asked.filter((sentence) => sentence === whole[0])).toHaveLength(2);
  });
});

describe('speech that is not taken for Somali', () => {
  const heardAs = (...somaliLogOdds: number[]) =>
    makeEngines({ areApart: false, somaliLogOdds, translate: async () => 'English' });
  const doubted = () => heardAs(-6, -6);

  it('ends in a question before any text leaves, with its transcript saved and nothing translated', async () => {
    const { asked, parts } = doubted();
    const saved: string[] = [];
    const told: string[] = [];
    const work = runPipeline(file, parts, {
      onRecognised: ({ transcript }) => saved.push(transcript),
      onEvent: (event) => 'text' in event && told.push(event.text),
    });
    await expect(work).rejects.toMatchObject({ code: 'NOT_SOMALI' });
    expect(saved).toEqual([whole.join(' ')]);
    expect(told.join('')).toBe('');
    expect(asked).toEqual(['recognise 0', 'recognise 1']);
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
    const { parts } = makeEngines({ areApart: false, translate: async () => '' });
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
