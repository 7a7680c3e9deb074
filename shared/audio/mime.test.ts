import { describe, expect, it } from 'vitest';
import { effectiveMime, isAcceptedMime, isAudioMime } from './mime.ts';
import { isAcceptedContainer, sniffContainer } from './sniff-container.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)));

const heads = {
  wav: bytes('RIFF', [36, 0, 0, 0], 'WAVE'),
  ogg: bytes('OggS'),
  webm: bytes([0x1a, 0x45, 0xdf, 0xa3]),
  mp4: bytes([0, 0, 0, 32], 'ftypM4A '),
  id3: bytes('ID3', [4, 0]),
  mp3Frame: bytes([0xff, 0xfb, 0x90, 0x44]),
  adts: bytes([0xff, 0xf1, 0x50, 0x80]),
  avi: bytes('RIFF', [36, 0, 0, 0], 'AVI '),
  text: bytes('Waan ku salaamayaa'),
};

describe('sniffContainer', () => {
  it.each([
    ['wav', 'wav'],
    ['ogg', 'ogg'],
    ['webm', 'webm'],
    ['mp4', 'mp4'],
    ['id3', 'mp3'],
    ['mp3Frame', 'mp3'],
    ['adts', 'aac'],
    ['avi', undefined],
    ['text', undefined],
  ] as const)('%s → %s', (name, container) => {
    expect(sniffContainer(heads[name])).toBe(container);
  });

  it('does not fall over short or empty input', () => {
    for (let length = 0; length < 12; length += 1)
      expect(() => sniffContainer(heads.wav.subarray(0, length))).not.toThrow();
    expect(isAcceptedContainer(sniffContainer(new Uint8Array()))).toBe(false);
  });
});

describe('the type a file is judged by', () => {
  it.each([
    ['audio/webm;codecs=opus', heads.webm, 'audio/webm'],
    ['video/webm', heads.webm, 'audio/webm'],
    ['', heads.ogg, 'audio/ogg'],
    ['application/octet-stream', heads.ogg, 'audio/ogg'],
    ['audio/mp3', heads.webm, 'audio/webm'],
    ['audio/opus', heads.text, 'audio/ogg'],
  ])('%s with its bytes → %s', (declared, head, mime) => {
    expect(effectiveMime(declared, head)).toBe(mime);
    expect(isAcceptedMime(mime)).toBe(true);
  });

  it('refuses what is not audio, and audio outside the list', () => {
    expect(isAudioMime(effectiveMime('text/plain', heads.text))).toBe(false);
    expect(isAcceptedMime(effectiveMime('audio/aac', heads.adts))).toBe(false);
  });
});
