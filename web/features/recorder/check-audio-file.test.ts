import { describe, expect, it } from 'vitest';
import sentences from '#shared/errors/en.json';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { maxUploadBytes } from '#shared/limits.ts';
import { checkAudioFile } from './upload-card.tsx';

const fileOf = (type: string, head: string | Uint8Array<ArrayBuffer>, size?: number) => {
  const blob = new Blob([head], { type });
  return { type, size: size ?? blob.size, slice: blob.slice.bind(blob) };
};
const sentenceFor = async (file: Parameters<typeof checkAudioFile>[0]) => {
  const refusal = await checkAudioFile(file, maxUploadBytes);
  return refusal && fillPlaces(sentences[refusal.key], refusal.values);
};
const wav = 'RIFF\0\0\0\0WAVEfmt ';

describe('a chosen file (spec §5)', () => {
  it.each(['wav', 'wave', 'x-wav', 'mp3', 'mpeg', 'mp4', 'x-m4a', 'ogg', 'webm'])(
    'audio/%s is taken if its bytes are audio, and refused at once if the name is all there is',
    async (subtype) => {
      expect(await sentenceFor(fileOf(`audio/${subtype}`, wav))).toBeUndefined();
      expect(await sentenceFor(fileOf(`audio/${subtype}`, 'a shopping list'))).toBe(
        'Unsupported audio format. Supported formats: WAV, MP3, M4A, OGG, WebM.',
      );
    },
  );

  it.each([
    ['an MP3 with tags', 'ID3\u0004\0'],
    ['an MP3 without', Uint8Array.of(0xff, 0xfb, 0x90, 0x64)],
    ['an M4A', '\0\0\0\u0018ftypM4A '],
  ])('takes %s', async (_, head) => {
    expect(await sentenceFor(fileOf('audio/mpeg', head))).toBeUndefined();
  });

  it.each([
    ['a WhatsApp voice note', 'audio/opus'],
    ['an Ogg file', 'application/ogg'],
    ['a voice note without a type', ''],
    ['a browser recording', 'audio/ogg;codecs=opus'],
  ])('%s is taken', async (_, type) => {
    expect(await sentenceFor(fileOf(type, 'OggS\0\0'))).toBeUndefined();
  });

  it('takes a WebM that the system calls a video', async () => {
    expect(await sentenceFor(fileOf('video/webm', Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3)))).toBeUndefined();
  });

  it('refuses what is not audio', async () => {
    const sentence = 'Please select a valid audio file (MP3, WAV, etc.)';
    expect(await sentenceFor(fileOf('application/pdf', '%PDF-1.7'))).toBe(sentence);
    expect(await sentenceFor(fileOf('', 'plain words'))).toBe(sentence);
  });

  it('refuses one byte more than 50 MB, and takes 50 MB', async () => {
    const sentence = 'Audio file too large. Maximum size is 50MB.';
    expect(await sentenceFor(fileOf('audio/wav', wav, 52_428_801))).toBe(sentence);
    expect(await sentenceFor(fileOf('audio/wav', wav, 52_428_800))).toBeUndefined();
  });

  it('refuses an empty file', async () => {
    expect(await sentenceFor(fileOf('audio/wav', ''))).toBe('Audio file is empty.');
  });

  it('names a type that it does not take', async () => {
    expect(await sentenceFor(fileOf('audio/flac', 'fLaC\0'))).toBe(
      'Unsupported audio format: audio/flac. Supported formats: WAV, MP3, M4A, OGG, WebM.',
    );
  });
});
