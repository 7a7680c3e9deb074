import { describe, expect, it } from 'vitest';
import { createRandom } from '#tests/support/synthesise-signals.ts';
import { effectiveMime, isAcceptedMime, isAudioMime, pickedTypes } from './mime.ts';
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

  it('takes none of 300 random files and 300 texts for audio', () => {
    const random = createRandom(20_261_128);
    const letters = 'free wide skip mdat moov ID TAG\n\tabcdefgh ÿ';
    for (let round = 0; round < 300; round += 1) {
      const noise = Uint8Array.from({ length: 65_536 }, () => Math.floor(random() * 256));
      const text = Array.from({ length: 2_000 }, () => letters[Math.floor(random() * letters.length)]).join('');
      expect(isAcceptedContainer(sniffContainer(noise))).toBe(false);
      expect(sniffContainer(new TextEncoder().encode(text))).toBeUndefined();
    }
    for (const word of ['free', 'wide', 'mdat', 'skip'])
      expect(sniffContainer(bytes(`Dad ${word} and more`))).toBeUndefined();
  });

  it.each(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])('QuickTime may begin with %s', (type) => {
    expect(sniffContainer(bytes([0, 0, 0, 8], type, [0, 0, 0, 8]))).toBe('mp4');
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
    expect(effectiveMime(declared, sniffContainer(head))).toBe(mime);
    expect(isAcceptedMime(mime)).toBe(true);
  });

  it('is offered by phones, too', () => {
    const offered = ['.3gp', '.mov', '.mka', 'video/3gpp', 'video/quicktime', 'audio/*', '.m4a', '.opus'];
    expect(pickedTypes).toEqual(expect.arrayContaining(offered));
  });

  it('refuses what is not audio, and audio outside the list', () => {
    expect(isAudioMime(effectiveMime('text/plain', sniffContainer(heads.text)))).toBe(false);
    expect(isAcceptedMime(effectiveMime('audio/aac', sniffContainer(heads.adts)))).toBe(false);
  });
});
