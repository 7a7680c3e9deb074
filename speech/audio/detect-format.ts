import { type FileHandle, open } from 'node:fs/promises';
import { readBytes } from '#platform/read-bytes.ts';
import { type AcceptedContainer, findAudioIn, isAcceptedContainer } from '#shared/audio/sniff-container.ts';
import { SpeechError } from '../speech-error.ts';
import { readExtent } from './read-extent.ts';

export type DetectedFormat = {
  /** `amr`: what was taken out of an MP4. */
  container: AcceptedContainer | 'amr';
  isOpus: boolean;
  /** An MP4 whose samples hold several frames of AMR each. */
  isPackedAmr?: boolean;
  /** The bytes that are the audio, where they are not the whole file: a tag before it, another recording behind it. */
  range?: { start: number; end: number };
  /** Which share of the audio's bytes is missing by the container's own sizes, 0 to 1. */
  missing?: number;
};

/** Codec headers stand within this much of a file's start, or of its end where an MP4 keeps its index there. */
const codecSearchBytes = 256 * 1024;

const amrFrameSeconds = 0.02;

/** By the length of its samples (`stts`), which stands behind AMR's entry, in units of the track's header before it. */
function holdsPackedAmr(head: Buffer): boolean {
  const entry = Math.max(head.indexOf('samr'), head.indexOf('sawb'));
  const [header, times] = [head.lastIndexOf('mdhd', entry), head.indexOf('stts', entry)];
  if (entry < 0 || header < 0 || times < 0 || times + 20 > head.length) return false;
  return head.readUInt32BE(times + 16) > 1.5 * amrFrameSeconds * head.readUInt32BE(header + 16);
}

/** Opus names itself by its header in OGG and WebM (RFC 7845 §5.1), by its configuration box in MP4. */
async function findCodec(file: FileHandle, container: AcceptedContainer, size: number) {
  const places = container === 'mp4' ? [0, Math.max(0, size - codecSearchBytes)] : [0];
  const heads = await Promise.all(places.map((place) => readBytes(file, place, codecSearchBytes)));
  const hasMark = container === 'ogg' || container === 'webm' || container === 'mp4';
  const isOpus = hasMark && heads.some((head) => head.includes(container === 'mp4' ? 'dOps' : 'OpusHead'));
  return { isOpus, ...(container === 'mp4' && heads.some(holdsPackedAmr) && { isPackedAmr: true }) };
}

/** An MPEG frame of no stated bit rate (ISO 11172-3 §2.4.2.3, "free format"): rare, and FFmpeg has no decoder for it. */
function isFreeFormat(firstBytes: Buffer): boolean {
  return firstBytes[0] === 0xff && firstBytes.length > 2 && firstBytes.readUInt8(2) >> 4 === 0;
}

/**
 * What a file is, by its bytes alone.
 * @throws {SpeechError} `AUDIO_EMPTY` for a file of 0 bytes, `AUDIO_UNSUPPORTED` for an unknown or unaccepted container,
 * `AUDIO_CODEC_UNSUPPORTED` for MP3 of free format.
 */
export async function detectFormat(path: string): Promise<DetectedFormat> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  if (size === 0) throw new SpeechError('AUDIO_EMPTY');
  const { container, start = 0 } = (await findAudioIn((...part) => readBytes(file, ...part))) ?? {};
  if (!isAcceptedContainer(container))
    throw new SpeechError('AUDIO_UNSUPPORTED', container ?? 'not a known audio container');
  if (container === 'mp3' && isFreeFormat(await readBytes(file, start, 4)))
    throw new SpeechError('AUDIO_CODEC_UNSUPPORTED', 'MP3 of free format');
  const { end = size, missing = 0 } = (await readExtent[container]?.(file, start, size)) ?? {};
  return {
    container,
    ...(await findCodec(file, container, size)),
    ...((start > 0 || end < size) && { range: { start, end } }),
    missing,
  };
}
