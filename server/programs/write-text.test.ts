import { describe, expect, it } from 'vitest';
import type { Transcription } from '#shared/contract/transcription.ts';
import { writeText } from './write-text.ts';

const word = (raw: string, text: string, startSeconds: number) => {
  return { raw, text, startSeconds, endSeconds: startSeconds + 0.5, confidence: 8 };
};
const segment = (transcript: string, translation: string, startSeconds: number) => {
  const texts = { rawTranscript: transcript.toLowerCase(), transcript, translation };
  return { startSeconds, endSeconds: startSeconds + 2, ...texts, confidence: 8, translationConfidence: 6 };
};
const result: Transcription = {
  id: 'id',
  s3Url: '',
  rawTranscript: 'waan eh imid waan tagay',
  transcript: 'Waan imid. Waan tagay.',
  translation: 'I came. I left.',
  transcriptConfidence: 8,
  translationConfidence: 6,
  words: [
    word('waan', 'Waan', 0),
    word('eh', '', 0.5),
    word('imid', 'imid.', 1),
    word('waan', 'Waan', 4),
    word('tagay', 'tagay.', 4.5),
  ],
  segments: [segment('Waan imid.', 'I came.', 0), segment('Waan tagay.', 'I left.', 4)],
  durationSeconds: 6,
  engine: { recogniser: 'r', translator: 't', isStarter: true, isCalibrated: false },
  warnings: ['STARTER_MODELS'],
};

describe('a text for programs', () => {
  it('is subtitles in the language that was asked for', () => {
    expect(writeText('transcribe', result, { response_format: 'srt' })).toContain(
      '00:00:04,000 --> 00:00:05,000\r\nWaan tagay.',
    );
    const english = writeText('translate', result, { response_format: 'vtt' });
    expect(english).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:02\.000\nI came\.\n\n00:00:04\.000/);
  });

  it('tells segments, or words without those that were taken out, or both', () => {
    const verbose = (granularities?: ('word' | 'segment')[]) =>
      writeText('transcribe', result, {
        response_format: 'verbose_json',
        ...(granularities && { 'timestamp_granularities[]': granularities }),
      });
    expect(verbose()).toMatchObject({
      language: 'somali',
      text: result.transcript,
      segments: [
        { id: 0, start: 0, end: 2, text: 'Waan imid.', confidence: 8 },
        { id: 1, text: 'Waan tagay.' },
      ],
      engine: { isStarter: true },
      warnings: ['STARTER_MODELS'],
    });
    expect(verbose()).not.toHaveProperty('words');
    expect(verbose(['word'])).not.toHaveProperty('segments');
    expect(verbose(['word'])).toHaveProperty('words.2', { word: 'Waan', start: 4, end: 4.5, confidence: 8 });
    expect(verbose(['word', 'segment'])).toMatchObject({ words: [{}, {}, {}, {}], segments: [{}, {}] });
  });

  it('is English with the confidence of the English, and never with times of its words', () => {
    const both = ['word', 'segment'] as ('word' | 'segment')[];
    const told = writeText('translate', result, { response_format: 'verbose_json', 'timestamp_granularities[]': both });
    expect(told).toMatchObject({ task: 'translate', text: result.translation, confidence: 6 });
    expect(told).toMatchObject({ segments: [{ text: 'I came.', confidence: 6 }, { text: 'I left.' }] });
    expect(told).not.toHaveProperty('words');
  });

  it('says who spoke, where voices were told apart', () => {
    const speakers = [1, 1, 1, 2, 2];
    const dialogue = {
      ...result,
      words: result.words.map((one, at) => ({ ...one, speaker: speakers[at] })),
      segments: result.segments.map((one, at) => ({ ...one, speaker: at + 1 })),
    };
    const settings = { 'timestamp_granularities[]': ['word' as const, 'segment' as const] };
    expect(writeText('transcribe', dialogue, { ...settings, response_format: 'verbose_json' })).toMatchObject({
      segments: [{ speaker: 1 }, { speaker: 2 }],
      words: [{ speaker: 1 }, { speaker: 1 }, { speaker: 2 }, { speaker: 2 }],
    });
    expect(writeText('translate', dialogue, { response_format: 'srt' })).toContain('\r\nVoice 2: I left.');
    expect(writeText('transcribe', dialogue, { response_format: 'vtt' })).toContain('\n<v Codka 2>Waan tagay.');
  });
});
