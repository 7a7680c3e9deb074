import { describe, expect, it } from 'vitest';
import field from '#tests/fixtures/field/edited-subtitles.json' with { type: 'json' };
import { createRandom } from '#tests/support/synthesise-signals.ts';
import type { TranscribedWord } from '../transcript.ts';
import { retimeWords } from './retime-words.ts';
import { cuesFromWords, formatSrt, formatVtt } from './subtitles.ts';

const word = (text: string, startSeconds: number, endSeconds: number): TranscribedWord => ({
  raw: text.toLowerCase(),
  text,
  startSeconds,
  endSeconds,
  confidence: 8,
});

const twoSentences = [
  word('Waan', 0.5, 0.7),
  word('fiicanahay.', 0.75, 1.2),
  word('', 1.3, 1.4),
  word('Adiguna?', 3.0, 3.3),
];

describe('subtitles', () => {
  it('starts a cue at each sentence and holds it for a second where there is room', () => {
    expect(cuesFromWords(twoSentences)).toEqual([
      { startSeconds: 0.5, endSeconds: 1.5, text: 'Waan fiicanahay.' },
      { startSeconds: 3.0, endSeconds: 4.0, text: 'Adiguna?' },
    ]);
  });

  it('cuts long speech into cues that a reader can take in, in order, without overlap', () => {
    const words = Array.from({ length: 120 }, (_, at) => word(`erey${at}`, at * 0.4, at * 0.4 + 0.38));
    const cues = cuesFromWords(words);
    expect(cues.map(({ text }) => text).join(' ')).toBe(words.map(({ text }) => text).join(' '));
    for (const [at, cue] of cues.entries()) {
      expect(cue.text.length).toBeLessThanOrEqual(84);
      expect(cue.endSeconds - cue.startSeconds).toBeLessThanOrEqual(6.01);
      expect(cue.endSeconds).toBeLessThanOrEqual(cues[at + 1]?.startSeconds ?? Number.POSITIVE_INFINITY);
    }
  });

  it('keeps the mark of English that is not sure with its sentence, and ends one at what was not understood', () => {
    const said = ['Come.', '[unsure]', 'Come', 'here.', '[not', 'understood]', 'Go.'].map((text, at) =>
      word(text, at / 4, (at + 1) / 4),
    );
    expect(cuesFromWords(said).map(({ text }) => text)).toEqual([
      'Come.',
      '[unsure] Come here.',
      '[not understood]',
      'Go.',
    ]);
  });

  it('writes SubRip', () => {
    expect(formatSrt(cuesFromWords(twoSentences))).toBe(
      '1\r\n00:00:00,500 --> 00:00:01,500\r\nWaan fiicanahay.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nAdiguna?\r\n\r\n',
    );
  });

  it('writes WebVTT and escapes what a player would read as markup', () => {
    const cues = [{ startSeconds: 3661.25, endSeconds: 3662, text: '<img> & co' }];
    expect(formatVtt(cues)).toBe('WEBVTT\n\n01:01:01.250 --> 01:01:02.000\n&lt;img&gt; &amp; co\n');
  });
});

/** Times in milliseconds and texts of the cues of an SRT file. */
function readSrt(file: string) {
  const milliseconds = (time: string) => Date.parse(`1970-01-01T${time.replace(',', '.')}Z`);
  return file
    .split('\r\n\r\n')
    .filter(Boolean)
    .map((block) => {
      const [, times = '', ...lines] = block.split('\r\n');
      const [start = Number.NaN, end = Number.NaN] = times.split(' --> ').map(milliseconds);
      return { start, end, text: lines.join(' ') };
    });
}

function expectShown(words: readonly TranscribedWord[], text: string, recordingSeconds: number) {
  const cues = readSrt(formatSrt(cuesFromWords(retimeWords(words, text), recordingSeconds)));
  expect(cues.map((cue) => cue.text).join(' ')).toBe(text.split(/\s+/).filter(Boolean).join(' '));
  let before = 0;
  for (const { start, end } of cues) {
    expect(start).toBeGreaterThanOrEqual(before);
    expect(end - start).toBeGreaterThanOrEqual(Math.min(500, Math.floor(recordingSeconds * 1000)));
    before = end;
  }
  expect(before).toBeLessThanOrEqual(recordingSeconds * 1000 + 1e-6);
}

describe('every cue of an edited text is shown', () => {
  it.each(field.edits)('$name', ({ text, wordsFrom0 }) => {
    const words = field.words.map((each, at) => (wordsFrom0 && at === 0 ? { ...each, startSeconds: 0 } : each));
    expectShown(words, text, field.recordingSeconds);
  });

  it('whatever is put in, taken out or moved, in order, within the recording', () => {
    const random = createRandom(20_261_128);
    const below = (count: number) => Math.floor(random() * count);
    const inserted = ['Haa.', 'maya', 'Waan ka xumahay, runtii!', 'oo', 'Mahadsanid. Nabad gelyo.', 'x'.repeat(90)];
    for (let round = 0; round < 400; round++) {
      let at = random() < 0.5 ? 0 : random();
      const words = Array.from({ length: below(30) }, (_, index) => {
        const startSeconds = at + (random() < 0.7 ? 0 : random());
        at = startSeconds + random() * 0.6;
        return word(`erey${index}${random() < 0.3 ? '.' : ''}`, startSeconds, at);
      });
      const texts = words.map(({ text }) => text);
      for (let edit = below(12); edit > 0; edit--)
        texts.splice(below(texts.length + 1), below(3), ...inserted.slice(below(6)).slice(0, below(4)));
      expectShown(words, texts.join(' '), Math.max(0.05, at + (random() < 0.5 ? 0 : random() * 3)));
    }
  });
});
