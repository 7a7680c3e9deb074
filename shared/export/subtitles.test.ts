import { describe, expect, it } from 'vitest';
import type { TranscribedWord } from '../transcript.ts';
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
    const said = ['Come', 'here.', '(?)', '[not', 'understood]', 'Go.'].map((text, at) =>
      word(text, at / 4, (at + 1) / 4),
    );
    expect(cuesFromWords(said).map(({ text }) => text)).toEqual(['Come here. (?)', '[not understood]', 'Go.']);
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
