import { describe, expect, it } from 'vitest';
import { editedOf } from '#shared/edited-texts.ts';
import { retimeWords } from '#shared/export/retime-words.ts';
import type { Result } from './result-store.ts';
import { buildRows, correctRow, findOccurrences, findReplacement, replaceWords } from './rows.ts';
import { findSaid } from './use-reading.ts';

const word = (text: string, startSeconds: number, confidence = 9) => ({
  raw: text.toLowerCase(),
  text,
  startSeconds,
  endSeconds: startSeconds + 0.5,
  confidence,
});
const segment = (startSeconds: number, transcript: string, translation: string) => ({
  startSeconds,
  endSeconds: startSeconds + 1,
  rawTranscript: transcript.toLowerCase(),
  transcript,
  translation,
  confidence: null,
});

function resultOf(...sentences: [somali: string, english: string][]): Result {
  const segments = sentences.map(([somali, english], at) => segment(10 * at, somali, english));
  return {
    id: 'r1',
    transcript: sentences.map(([somali]) => somali).join(' '),
    translation: sentences
      .map(([, english]) => english)
      .filter(Boolean)
      .join(' '),
    segments,
    words: segments.flatMap(({ transcript, startSeconds }) =>
      transcript.split(' ').map((text, at) => word(text, startSeconds + at / 10)),
    ),
    durationSeconds: 10 * sentences.length,
  } as unknown as Result;
}

const health = resultOf(
  ['Qaado barakeetamol hadda.', 'Take it now. (?)'],
  ['Barakeetamol waa daawo.', 'It is a medicine.'],
  ['Haa, barakeetamol.', 'Yes.'],
);
const textsOf = (rows: ReturnType<typeof buildRows>) => rows.map(({ somali, english }) => [somali, english]);

describe('the rows of a result', () => {
  it('are its sentences with their English; a sentence of several segments is one', () => {
    const result = resultOf(['Waan', 'I came.'], ['imid.', ''], ['Waan tegay.', 'I left.']);
    const rows = buildRows({ result, edited: editedOf(result) });
    expect(textsOf(rows)).toEqual([
      ['Waan imid.', 'I came.'],
      ['Waan tegay.', 'I left.'],
    ]);
    expect([undefined, 0.5, 15, 20.5].map((at) => findSaid(rows, at))).toEqual([undefined, 0, undefined, 1]);
  });

  it('are one where an old result has no segments', () => {
    const result = { ...health, segments: [] };
    expect(textsOf(buildRows({ result, edited: editedOf(result) }))).toEqual([[health.transcript, health.translation]]);
  });

  it('keep corrected words where they were, and say whose English is out of date', () => {
    const edited = { ...editedOf(health), transcript: 'Qaado hal barasitamool hadda. Barakeetamol waa daawo. Haa.' };
    const rows = buildRows({ result: health, edited });
    expect(rows.map(({ somali }) => somali)).toEqual([
      'Qaado hal barasitamool hadda.',
      'Barakeetamol waa daawo.',
      'Haa.',
    ]);
    expect(rows.map(({ isOutdated }) => isOutdated)).toEqual([true, false, true]);
  });

  it('have the English that was made again', () => {
    const segments = [segment(0, 'Qaado barasitamool.', 'Take paracetamol.'), segment(10, 'Haa.', 'Yes.')];
    const translation = 'Take paracetamol. Yes.';
    const transcript = 'Qaado barasitamool. Haa.';
    const again = { translation, translationConfidence: 8, segments };
    const edited = { title: null, transcript, translation, translationOf: transcript, again };
    expect(textsOf(buildRows({ result: health, edited }))).toEqual([
      ['Qaado barasitamool.', 'Take paracetamol.'],
      ['Haa.', 'Yes.'],
    ]);
  });

  it('keep their doubtful words but for the one that was corrected', () => {
    const words = health.words.map((each, at) => ({ ...each, confidence: at === 1 ? 2 : 9 }));
    const result = { ...health, words };
    const doubtful = (transcript: string) =>
      buildRows({ result, edited: { ...editedOf(result), transcript } })
        .flatMap((row) => row.words)
        .filter(({ isDoubtful }) => isDoubtful)
        .map(({ text }) => text);
    expect(doubtful(health.transcript)).toEqual(['barakeetamol']);
    expect(doubtful(health.transcript.replace('hadda', 'berri'))).toEqual(['barakeetamol']);
    expect(doubtful(health.transcript.replace('barakeetamol', 'barasitamool'))).toEqual([]);
  });
});

describe('a corrected row', () => {
  const edited = editedOf(health);
  const rows = buildRows({ result: health, edited });
  const correct = (at: number, part: object) => {
    const row = rows[at];
    return row && correctRow(row, edited, { somali: row.somali, english: row.english, ...part });
  };

  it('changes its own texts and no others', () => {
    expect(correct(1, { somali: 'Waa daawo.' })).toMatchObject({
      transcript: 'Qaado barakeetamol hadda. Waa daawo. Haa, barakeetamol.',
      translationOf: health.transcript,
      translation: health.translation,
    });
  });

  it('has English that belongs to the Somali beside it where its reader wrote that', () => {
    const texts = correct(1, { somali: 'Waa daawo fiican.', english: 'A good medicine.' });
    expect(texts?.translation).toBe('Take it now. (?) A good medicine. Yes.');
    expect(texts?.translationOf).toBe(texts?.transcript);
    const after = buildRows({ result: health, edited: { ...edited, ...texts } });
    expect(after.map(({ isOutdated }) => isOutdated)).toEqual([false, false, false]);
  });
});

describe('a word that was misheard more often', () => {
  const before = health.transcript;

  it('is the one that a correction replaced', () => {
    expect(findReplacement(before, before.replace('barakeetamol', 'barasitamool'))).toEqual({
      from: 'barakeetamol',
      to: 'barasitamool',
    });
    expect(findReplacement('Xassan waa imid.', 'Xasan Cali waa imid.')).toEqual({ from: 'Xassan', to: 'xasan Cali' });
    expect(findReplacement('Haa, imid.', 'Haa imid!')).toBeUndefined();
    expect(findReplacement('Haa imid.', 'Haa.')).toBeUndefined();
  });

  it('is replaced where the reader lets it be, with the capitals and marks that stand there', () => {
    const rows = buildRows({ result: health, edited: editedOf(health) });
    const places = findOccurrences(rows, 'barakeetamol');
    expect(places).toEqual([
      { row: 0, word: 1, at: 1 },
      { row: 1, word: 0, at: 3 },
      { row: 2, word: 1, at: 7 },
    ]);
    expect(replaceWords(before, 'barasitamool', places.slice(1))).toBe(
      'Qaado barakeetamol hadda. Barasitamool waa daawo. Haa, barasitamool.',
    );
  });
});

it('keeps the times of twenty thousand words between two corrections far apart', () => {
  const words = Array.from({ length: 20_000 }, (_, at) => word(`erey${at % 700}`, at));
  const texts = words.map(({ text }) => text);
  texts[10] = 'hore';
  texts.splice(19_900, 1, 'laba', 'cusub');
  const timed = retimeWords(words, texts.join(' '));
  expect(timed).toHaveLength(20_001);
  expect(timed.filter(({ confidence }) => confidence === null)).toHaveLength(3);
  expect(timed[15_000]?.startSeconds).toBe(15_000);
});
