import { expect, it } from 'vitest';
import type { TranscribedSegment, TranscribedWord } from '#shared/transcript.ts';
import type { Translator } from '../parts/ports.ts';
import { translateAgain } from './translate-again.ts';

const texts = ['Dhakhtar', 'ayaan', 'la', 'hadlay.', 'Berri', 'waan', 'soo', 'noqonayaa.'];
const words: TranscribedWord[] = texts.map((text, at) => ({
  raw: text.toLowerCase(),
  text,
  startSeconds: at,
  endSeconds: at + 0.5,
  confidence: 5,
}));
const segment = (from: number, to: number, translation: string): TranscribedSegment => ({
  startSeconds: from,
  endSeconds: to,
  rawTranscript: '',
  transcript: texts.slice(from, to).join(' '),
  translation,
  confidence: 5,
  translationConfidence: 6,
});
// The first sentence was spoken with a pause in it: its English stands with its beginning.
const segments = [segment(0, 2, 'I spoke to a doctor.'), segment(2, 4, ''), segment(4, 8, 'I will come back.')];

function createTranslator() {
  const asked: string[] = [];
  const translator: Translator = {
    name: 'starter',
    translate: async (sentence) => {
      asked.push(sentence);
      return { text: `(${sentence})`, tokenLogProbabilities: [-0.01, -0.01], isCut: false };
    },
  };
  return { translator, asked };
}

it('translates the sentence that was corrected and keeps the English of the others, with times and scores', async () => {
  const { translator, asked } = createTranslator();
  const transcript = 'Dhakhtar ayaan la hadlay. Berri ayaan soo noqonayaa.';
  const { segments: made, ...whole } = await translateAgain({ transcript, words, segments }, translator);
  expect(asked).toEqual(['Berri ayaan soo noqonayaa.']);
  expect(made[0]).toMatchObject({
    translation: 'I spoke to a doctor.',
    startSeconds: 0,
    endSeconds: 3.5,
    confidence: 5,
  });
  expect(made[1]).toMatchObject({ transcript: 'Berri ayaan soo noqonayaa.', startSeconds: 4, endSeconds: 7.5 });
  expect(made[1]).toMatchObject({ rawTranscript: 'berri waan soo noqonayaa.', confidence: 10 });
  expect(made.map((one) => one.translation).join(' ')).toBe(whole.translation);
  expect(whole.translationConfidence).toEqual(expect.any(Number));
});

it('has for a corrected sentence what was heard of it, and nothing of what follows', async () => {
  const { translator, asked } = createTranslator();
  const transcript = 'Dhakhtar  ayaa\u00a0la hadlay. Berri waan soo noqonayaa.';
  const { segments: made } = await translateAgain({ transcript, words, segments }, translator);
  expect(asked).toEqual(['Dhakhtar ayaa la hadlay.']);
  expect(made[0]).toMatchObject({ rawTranscript: 'dhakhtar ayaan la hadlay.', startSeconds: 0, endSeconds: 3.5 });
  expect(made[1]).toMatchObject({ translation: 'I will come back.', startSeconds: 4, endSeconds: 7.5 });
});

it('takes a text without marks, in lines, and asks for each line', async () => {
  const { translator, asked } = createTranslator();
  const { segments: made } = await translateAgain(
    { transcript: 'ninka ayaa yimid\n  waan tagay', words, segments },
    translator,
  );
  expect(asked).toEqual(['ninka ayaa yimid', 'waan tagay']);
  expect(made).toHaveLength(2);
});

it('translates anew where an older result does not say how sure its English is', async () => {
  const { translator, asked } = createTranslator();
  const old = segments.map(({ translationConfidence: _, ...rest }) => rest);
  await translateAgain({ transcript: texts.join(' '), words, segments: old }, translator);
  expect(asked).toHaveLength(2);
});

it('cuts what nobody says in one breath, in parts of whole words', async () => {
  const { translator, asked } = createTranslator();
  const transcript = Array.from({ length: 400 }, () => 'waan').join(' ');
  const { segments: made } = await translateAgain({ transcript, words, segments }, translator);
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(200);
  expect([asked.length, asked.join(' ')]).toEqual([10, transcript]);
  expect(made.map((one) => one.transcript)).toEqual(asked);
});

it('keeps the English of a long sentence that was not corrected', async () => {
  const { translator, asked } = createTranslator();
  const transcript = Array.from({ length: 100 }, () => 'waan').join(' ');
  const long = { ...segment(0, 8, 'We.'), transcript };
  const { translation } = await translateAgain(
    { transcript: `${transcript}\nHaa.`, words, segments: [long] },
    translator,
  );
  expect([asked, translation]).toEqual([[], 'We. Yes.']);
});

it('translates no text that is no language, and gives it as it is', async () => {
  const { translator, asked } = createTranslator();
  for (const transcript of [', '.repeat(6_000), '"'.repeat(12_000), '12 34.', 'a b', `waa ${'x'.repeat(81)}`]) {
    const { translation } = await translateAgain({ transcript, words, segments }, translator);
    expect(translation).toBe(transcript.trim());
  }
  expect(asked).toEqual([]);
});

it('tells of each sentence as it is made, and asks for it as work that can wait', async () => {
  const told: string[] = [];
  const patience: (boolean | undefined)[] = [];
  const translate: Translator['translate'] = async (sentence, _, isPatient) => {
    patience.push(isPatient);
    if (told.length > 0) throw new Error('the end');
    return { text: `(${sentence})`, tokenLogProbabilities: [-0.01], isCut: false };
  };
  const onTranslated = ({ transcript }: TranscribedSegment) => told.push(transcript);
  const transcript = 'Ninka ayaa yimid.\nWaan tagay.';
  const work = translateAgain({ transcript, words, segments }, { name: 'starter', translate }, { onTranslated });
  await expect(work).rejects.toThrow('the end');
  expect([told, patience]).toEqual([['Ninka ayaa yimid.'], [true, true]]);
});
