import { describe, expect, it } from 'vitest';
import type { TranscribedWord } from '../transcript.ts';
import { retimeWords, timeTranslation } from './retime-words.ts';

const word = (text: string, startSeconds: number, endSeconds: number): TranscribedWord => ({
  raw: text.toLowerCase(),
  text,
  startSeconds,
  endSeconds,
  confidence: 7,
});
const heard = [word('Waan', 0, 0.4), word('imid', 0.5, 0.9), word('', 1, 1.1), word('shalay.', 1.2, 1.8)];
const timesOf = (words: TranscribedWord[]) => words.map((each) => [each.text, each.startSeconds, each.endSeconds]);

describe('subtitle times of an edited text', () => {
  it('are those of the words when nothing was changed', () => {
    expect(retimeWords(heard, 'Waan imid shalay.')).toEqual(heard.filter(({ text }) => text !== ''));
  });

  it('stay where they were when case and punctuation change', () => {
    expect(timesOf(retimeWords(heard, 'waan imid, shalay!'))).toEqual([
      ['waan', 0, 0.4],
      ['imid,', 0.5, 0.9],
      ['shalay!', 1.2, 1.8],
    ]);
  });

  it('give a replaced word the time of the word it replaces', () => {
    expect(timesOf(retimeWords(heard, 'Waan tegay shalay.'))[1]).toEqual(['tegay', 0.5, 0.9]);
  });

  it('share the time when one word becomes two', () => {
    const times = timesOf(retimeWords(heard, 'Waan soo noqday shalay.'));
    expect(times.map(([text]) => text)).toEqual(['Waan', 'soo', 'noqday', 'shalay.']);
    expect(times[1]?.[1]).toBe(0.5);
    expect(times[2]?.[2]).toBeCloseTo(0.9, 6);
  });

  it('put an added word into the pause, also at the ends', () => {
    const times = timesOf(retimeWords(heard, 'Haa waan imid anigu shalay. Nabad'));
    expect(times[0]).toEqual(['Haa', 0, 0]);
    expect(times[3]).toEqual(['anigu', 0.9, 1.2]);
    expect(times[5]).toEqual(['Nabad', 1.8, 1.8]);
  });

  it('leave removed words out, and hold in order for any edit', () => {
    expect(timesOf(retimeWords(heard, 'shalay.'))).toEqual([['shalay.', 1.2, 1.8]]);
    expect(retimeWords(heard, '  ')).toEqual([]);
    const wild = retimeWords(heard, 'a b shalay c waan d imid e');
    expect(wild.map(({ text }) => text).join(' ')).toBe('a b shalay c waan d imid e');
    for (const [at, each] of wild.entries()) {
      expect(each.endSeconds).toBeGreaterThanOrEqual(each.startSeconds);
      expect(each.startSeconds).toBeGreaterThanOrEqual(wild[at - 1]?.endSeconds ?? 0);
    }
  });
});

it('times a translation by its segments', () => {
  const segment = { rawTranscript: '', transcript: '', confidence: null };
  const segments = [
    { ...segment, startSeconds: 0, endSeconds: 2, translation: 'I came' },
    { ...segment, startSeconds: 5, endSeconds: 6, translation: 'yesterday.' },
  ];
  expect(timesOf(timeTranslation(segments, 'We came yesterday.'))).toEqual([
    ['We', 0, 0.4],
    ['came', 0.4, 2],
    ['yesterday.', 5, 6],
  ]);
});

it('leaves the known words of a sentence that was not understood out of subtitles: nobody reads them in its time', () => {
  const translation = '[not understood] (daawo: medicine / watch · xanuun: pain / illness)';
  const times = { startSeconds: 0, endSeconds: 2, rawTranscript: '', transcript: '', confidence: null };
  const segments = [{ ...times, translation }];
  expect(timeTranslation(segments, `${translation} Go.`).map(({ text }) => text)).toEqual([
    '[not',
    'understood]',
    'Go.',
  ]);
});
