import { findMp3Frames, isMpegAudioFrame } from './mpeg-frames.ts';

/** Audio containers we can name from their first bytes (spec §5, design.md §5.7). */
export type AudioContainer = 'wav' | 'mp3' | 'mp4' | 'ogg' | 'webm' | 'flac' | 'aac' | 'aiff' | 'caf' | 'amr';

/** The containers the product accepts; the others are recognised only to be named in the refusal. */
const acceptedContainers = ['wav', 'mp3', 'mp4', 'ogg', 'webm'] as const satisfies readonly AudioContainer[];
export type AcceptedContainer = (typeof acceptedContainers)[number];

/** How many bytes of a file `findAudio` wants to see; fewer may be given. */
export const sniffBytes = 64 * 1024;

/** `start`: so many bytes stand before the audio that are no part of it. */
export type FoundAudio = { container: AudioContainer; start: number };

const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** Boxes that an MP4 or QuickTime file may begin with (ISO 14496-12 §4.2, QuickTime File Format: basic data types). */
const firstBoxes = /^(?:ftyp|moov|mdat|wide|free|skip|pnot)$/;

/** A box has a size of eight at least, 1 for a long one or 0 for the rest of the file; no text begins like that. */
function isFirstBox(bytes: Uint8Array): boolean {
  const size = bytes.subarray(0, 4);
  return firstBoxes.test(ascii(bytes, 4, 4)) && size.some((byte) => byte < 9 || (byte > 13 && byte < 32));
}

/** Names a container by its magic number. */
function readMagic(bytes: Uint8Array): AudioContainer | undefined {
  const magic = ascii(bytes, 0, 4);
  if ((magic === 'RIFF' || magic === 'RF64') && ascii(bytes, 8, 4) === 'WAVE') return 'wav';
  if (magic === 'OggS') return 'ogg';
  if (magic === 'fLaC') return 'flac';
  if (magic === 'FORM' && /^AIF[FC]$/.test(ascii(bytes, 8, 4))) return 'aiff';
  if (magic === 'caff') return 'caf';
  if (ascii(bytes, 0, 5) === '#!AMR') return 'amr';
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return 'webm';
  if (isFirstBox(bytes)) return 'mp4';
  return bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0 ? 'aac' : undefined;
}

/** Length of the ID3v2 tag that the bytes begin with (ID3v2.4 §3.1: seven bits a byte), 0 without one. */
function readTagBytes(bytes: Uint8Array): number {
  if (ascii(bytes, 0, 3) !== 'ID3' || bytes.length < 10) return 0;
  return 10 + bytes.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 0x7f), 0);
}

/** What stands behind a tag, where it is not MP3: that is found from its tag on, whose length may be wrong. */
function lookBehindTag(behind: Uint8Array, tagBytes: number): FoundAudio | undefined {
  const more = readTagBytes(behind);
  if (more > 0) return lookBehindTag(behind.subarray(more), tagBytes + more);
  const container = readMagic(behind);
  return container && { container, start: tagBytes };
}

/** Names the container of a file by its first bytes; never by name or declared type. `undefined` when unknown. */
export function findAudio(bytes: Uint8Array): FoundAudio | undefined {
  const tagBytes = readTagBytes(bytes);
  if (tagBytes > 0) return lookBehindTag(bytes.subarray(tagBytes), tagBytes) ?? { container: 'mp3', start: 0 };
  if (ascii(bytes, 0, 3) === 'ID3' || isMpegAudioFrame(bytes)) return { container: 'mp3', start: 0 };
  const container = readMagic(bytes);
  if (container) return { container, start: 0 };
  const start = ascii(bytes, 0, 4) === 'RIFF' ? undefined : findMp3Frames(bytes);
  return start === undefined ? undefined : { container: 'mp3', start };
}

export const sniffContainer = (bytes: Uint8Array): AudioContainer | undefined => findAudio(bytes)?.container;

/** As `findAudio`, on a file: a tag may be longer (a picture) than what is read of the file's beginning. */
export async function findAudioIn(
  read: (position: number, length: number) => Promise<Uint8Array>,
): Promise<FoundAudio | undefined> {
  const bytes = await read(0, sniffBytes);
  const tagBytes = readTagBytes(bytes);
  const behind = tagBytes > bytes.length - 16 ? lookBehindTag(await read(tagBytes, sniffBytes), tagBytes) : undefined;
  return behind ?? findAudio(bytes);
}

export function isAcceptedContainer(container: AudioContainer | undefined): container is AcceptedContainer {
  return acceptedContainers.some((accepted) => accepted === container);
}
