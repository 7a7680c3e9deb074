import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { editedOf } from '#shared/edited-texts.ts';
import type { Speakers } from '#shared/transcript.ts';
import { availableKinds, buildDownload, type DownloadKind, type DownloadSource } from './downloads.ts';
import type { Result } from './result-store.ts';

const result: Result = {
  rawTranscript: 'waan imid shalay',
  transcript: 'Waan imid shalay.',
  translation: 'I came yesterday.',
  transcriptConfidence: 8.2,
  translationConfidence: 7,
  id: '0f9c2d1e-aaaa-bbbb-cccc-000000000000',
  s3Url: '/api/transcription/x/audio',
  attemptsRemaining: 2,
  words: [
    { raw: 'waan', text: 'Waan', startSeconds: 0, endSeconds: 0.4, confidence: 9 },
    { raw: 'imid', text: 'imid', startSeconds: 0.5, endSeconds: 0.9, confidence: 8 },
    { raw: 'shalay', text: 'shalay.', startSeconds: 1, endSeconds: 1.6, confidence: 5 },
  ],
  segments: [
    {
      startSeconds: 0,
      endSeconds: 2,
      rawTranscript: 'waan imid shalay',
      transcript: 'Waan imid shalay.',
      translation: 'I came yesterday.',
      confidence: 8,
    },
  ],
  durationSeconds: 2.1,
  engine: { recogniser: 'r', translator: 't', isStarter: false, isCalibrated: true },
  warnings: [],
};
const webm = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 1, 2).buffer;
const source: DownloadSource = {
  result,
  edited: {
    title: null,
    transcript: 'Waan tegay shalay.',
    translation: 'I <b>went</b> yesterday.',
    translationOf: 'Waan tegay shalay.',
  },
  recording: { bytes: webm, mimeType: 'audio/webm;codecs=opus', fileName: 'recording.wav' },
  isAsHeard: false,
};
const readZip = (bytes: ArrayBuffer) =>
  Object.values(unzipSync(new Uint8Array(bytes)))
    .map((file) => new TextDecoder().decode(file))
    .join('');
const textOf = async (kind: DownloadKind) => String((await buildDownload(kind, source)).content);

describe('downloads use the text as it was edited', () => {
  it('TXT in both languages', async () => {
    const text = await textOf('txt');
    expect(text).toContain('Waan tegay shalay.');
    expect(text).toContain('I <b>went</b> yesterday.');
    expect(text).toContain('waan imid shalay');
    expect(text).not.toContain('I came');
  });

  it('SRT and VTT in Somali, with the times of the words replaced', async () => {
    expect(await textOf('srt-so')).toBe('1\r\n00:00:00,000 --> 00:00:01,600\r\nWaan tegay shalay.\r\n\r\n');
    expect(await textOf('vtt-so')).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:01.600\nWaan tegay shalay.\n');
  });

  it('SRT and VTT in English, nothing of the text becoming markup', async () => {
    expect(await textOf('srt-en')).toContain('I <b>went</b> yesterday.');
    expect(await textOf('vtt-en')).toContain('I &lt;b&gt;went&lt;/b&gt; yesterday.');
  });

  it('JSON says what was edited and keeps the words', async () => {
    const json: unknown = JSON.parse(await textOf('json'));
    expect(json).toMatchObject({
      id: result.id,
      transcript: 'Waan tegay shalay.',
      edited: { transcript: true, translation: true },
      words: [{ text: 'Waan' }, { text: 'tegay', startSeconds: 0.5, endSeconds: 0.9 }, { text: 'shalay.' }],
    });
  });

  it('DOCX is an archive', async () => {
    const { name, content } = await buildDownload('docx', source);
    expect(name).toBe('somali-speech-0f9c2d1e.docx');
    expect(new Uint8Array(content as ArrayBuffer).subarray(0, 2)).toEqual(Uint8Array.of(0x50, 0x4b));
  });

  it('everything at once is an archive of all the others', async () => {
    const { name, content } = await buildDownload('zip', source);
    expect(name).toBe('somali-speech-0f9c2d1e.zip');
    const files = unzipSync(new Uint8Array(content as ArrayBuffer));
    expect(Object.keys(files)).toHaveLength(availableKinds(source).length - 1);
    expect(files['somali-speech-0f9c2d1e.webm']).toEqual(new Uint8Array(webm));
    expect(new TextDecoder().decode(files['somali-speech-0f9c2d1e.txt'])).toBe(await textOf('txt'));
  });

  it('the recording comes back byte for byte, under the ending that its bytes call for', async () => {
    expect(await buildDownload('audio', source)).toEqual({
      name: 'somali-speech-0f9c2d1e.webm',
      mimeType: 'audio/webm;codecs=opus',
      content: webm,
    });
  });
});

describe('English that no longer belongs to the Somali', () => {
  const edited = { ...source.edited, translation: result.translation, translationOf: result.transcript };
  const outdated = { ...source, edited };

  it.each(['txt', 'docx'] as const)('says so in %s', async (kind) => {
    const { content } = await buildDownload(kind, outdated);
    const text = typeof content === 'string' ? content : readZip(content);
    expect(text).toContain('Made before the Somali was corrected');
    expect(text).toContain('I came yesterday.');
  });

  it('is not offered as subtitles, alone or among everything', async () => {
    expect(availableKinds(outdated)).not.toContain('srt-en');
    const names = Object.keys(unzipSync(new Uint8Array((await buildDownload('zip', outdated)).content as ArrayBuffer)));
    expect(names.filter((name) => name.includes('.en.'))).toEqual([]);
  });

  it('is marked in JSON, which keeps both versions', async () => {
    expect(JSON.parse(String((await buildDownload('json', outdated)).content))).toMatchObject({
      transcript: 'Waan tegay shalay.',
      edited: { transcript: true, translation: false, isTranslationOutdated: true },
      translationConfidence: null,
      original: { transcript: 'Waan imid shalay.', translation: 'I came yesterday.', translationConfidence: 7 },
    });
  });
});

describe('English that was made again', () => {
  const translation = 'I left yesterday.';
  const segments = [{ ...result.segments[0], transcript: 'Waan tegay shalay.', translation }] as Result['segments'];
  const again = { translation, translationConfidence: 6, segments };
  const edited = { ...source.edited, translation, again };
  const translated = { ...source, edited };

  it('is in every download with its own Somali, times and score', async () => {
    for (const kind of ['txt', 'srt-en', 'vtt-en', 'json', 'docx'] as const) {
      const { content } = await buildDownload(kind, translated);
      const text = typeof content === 'string' ? content : readZip(content);
      expect(text).toContain(translation);
      expect(text).not.toContain('Made before');
    }
    const json = JSON.parse(String((await buildDownload('json', translated)).content));
    expect(json).toMatchObject({
      translation,
      translationConfidence: 6,
      segments,
      original: { translationConfidence: 7 },
    });
  });
});

describe('hostile text in a download (S42)', () => {
  const hostile = '</script><img src=x onerror=alert(1)>"\\\u2028\u0007--> {{x}}';
  const texts = { transcript: hostile, translation: hostile };
  const source: DownloadSource = {
    result: { ...result, ...texts, rawTranscript: hostile },
    edited: editedOf(texts),
    recording: undefined,
    isAsHeard: false,
  };

  it.each(availableKinds(source))(
    'as %s is of no type that a browser runs, under a name without surprises',
    async (kind) => {
      const { mimeType, name } = await buildDownload(kind, source);
      expect(mimeType).not.toMatch(/html|xml;|svg|javascript/);
      expect(name).toMatch(/^[\w.-]+$/);
    },
  );

  it('is in JSON what it was, sign by sign', async () => {
    const { content } = await buildDownload('json', source);
    expect(JSON.parse(String(content))).toMatchObject({
      rawTranscript: hostile,
      transcript: hostile,
      translation: hostile,
    });
    expect(String(content)).not.toContain('\u0007');
  });
});

it('writes subtitles of what was heard where that is shown', async () => {
  const { content } = await buildDownload('srt-so', { ...source, isAsHeard: true });
  expect(content).toContain('waan imid shalay');
});

describe('a dialogue, as its owner has it', () => {
  const [one, two] = [
    [1, 0],
    [2, 5],
  ].map(([speaker = 0, from = 0]) => {
    const texts = { rawTranscript: `haa ${speaker}`, transcript: `Haa ${speaker}.`, translation: `Yes ${speaker}.` };
    const words = ['Haa', `${speaker}.`].map((text, at) => {
      const startSeconds = from + at;
      return { raw: text.toLowerCase(), text, startSeconds, endSeconds: startSeconds + 0.9, confidence: 8, speaker };
    });
    return { words, segment: { ...texts, startSeconds: from, endSeconds: from + 2, confidence: 8, speaker } };
  });
  const told: Result = {
    ...result,
    transcript: 'Haa 1. Haa 2.',
    rawTranscript: 'haa 1. haa 2.',
    translation: 'Yes 1. Yes 2.',
    words: [...(one?.words ?? []), ...(two?.words ?? [])],
    segments: [one?.segment, two?.segment].filter((segment) => segment !== undefined),
    durationSeconds: 8,
  };
  const leave = async (kind: DownloadKind, speakers?: Speakers) => {
    const from = { ...source, result: told, edited: { ...editedOf(told), speakers } };
    const { content } = await buildDownload(kind, from);
    return typeof content === 'string' ? content : readZip(content);
  };

  it.each([
    ['txt', ['\nCodka 1: Haa 1.\nCaasha: Haa 2.\n', '\nVoice 1: Yes 1.\nCaasha: Yes 2.\n', 'Caasha: haa 2.']],
    ['docx', ['Codka 1: Haa 1.', 'Caasha: Haa 2.', 'Voice 1: Yes 1.']],
    ['srt-so', ['\r\nCodka 1: Haa 1.\r\n', '\r\nCaasha: Haa 2.\r\n']],
    ['srt-en', ['\r\nVoice 1: Yes 1.\r\n', '\r\nCaasha: Yes 2.\r\n']],
    ['vtt-so', ['\n<v Codka 1>Haa 1.\n', '\n<v Caasha>Haa 2.\n']],
    ['vtt-en', ['\n<v Voice 1>Yes 1.\n', '\n<v Caasha>Yes 2.\n']],
    ['json', ['"speaker": 2', '"Caasha"']],
  ] as const)('%s names who speaks', async (kind, lines) => {
    const file = await leave(kind, { names: ['', 'Caasha'] });
    for (const line of lines) expect(file).toContain(line);
  });

  it('follows the words that its owner gave, and says nothing of voices that are off', async () => {
    expect(await leave('txt', { names: [], words: '2211' })).toContain('\nCodka 2: Haa 1.\nCodka 1: Haa 2.\n');
    for (const kind of ['txt', 'srt-en', 'vtt-so', 'json'] as const)
      expect(await leave(kind, { names: ['Cali'], words: '' })).not.toMatch(/Codka|Voice|Cali:|<v|"speaker":/);
  });

  it('no name becomes markup', async () => {
    expect(await leave('vtt-en', { names: ['<i>A & B'] })).toContain('<v &lt;i&gt;A &amp; B>Yes 1.');
  });
});
