/** Audio containers we can name from their first bytes (spec §5, design.md §5.7). */
export type AudioContainer = 'wav' | 'mp3' | 'mp4' | 'ogg' | 'webm' | 'flac' | 'aac' | 'aiff' | 'caf' | 'amr';

/** The containers the product accepts; the others are recognised only to be named in the refusal. */
const acceptedContainers = ['wav', 'mp3', 'mp4', 'ogg', 'webm'] as const satisfies readonly AudioContainer[];
export type AcceptedContainer = (typeof acceptedContainers)[number];

/** How many bytes of a file `sniffContainer` wants to see; fewer may be given. */
export const sniffBytes = 64;

const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/**
 * An MPEG audio frame header (ISO 11172-3 §2.4.2.3): 11 sync bits, then no reserved version, layer, bit rate or
 * sampling rate. Layer 00 is not MPEG audio but ADTS.
 */
function isMpegAudioFrame(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return false;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  return version !== 1 && layer !== 0 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
}

/** Names the container of a file by its first bytes; never by name or declared type. `undefined` when unknown. */
export function sniffContainer(bytes: Uint8Array): AudioContainer | undefined {
  const magic = ascii(bytes, 0, 4);
  if ((magic === 'RIFF' || magic === 'RF64') && ascii(bytes, 8, 4) === 'WAVE') return 'wav';
  if (magic === 'OggS') return 'ogg';
  if (magic === 'fLaC') return 'flac';
  if (magic === 'FORM' && /^AIF[FC]$/.test(ascii(bytes, 8, 4))) return 'aiff';
  if (magic === 'caff') return 'caf';
  if (ascii(bytes, 0, 5) === '#!AMR') return 'amr';
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return 'webm';
  if (ascii(bytes, 4, 4) === 'ftyp') return 'mp4';
  if (magic.startsWith('ID3')) return 'mp3';
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0) return 'aac';
  return isMpegAudioFrame(bytes) ? 'mp3' : undefined;
}

export function isAcceptedContainer(container: AudioContainer | undefined): container is AcceptedContainer {
  return acceptedContainers.some((accepted) => accepted === container);
}
