import { type FileHandle, open } from 'node:fs/promises';
import {
  type AcceptedContainer,
  isAcceptedContainer,
  sniffBytes,
  sniffContainer,
} from '#shared/audio/sniff-container.ts';
import { SpeechError } from '../speech-error.ts';

export type DetectedFormat = { container: AcceptedContainer; isOpus: boolean };

/** Codec headers stand within this much of a file's start, or of its end where an MP4 keeps its index there. */
const codecSearchBytes = 256 * 1024;

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}

/** Opus names itself by its header in OGG and WebM (RFC 7845 §5.1), by its configuration box in MP4. */
async function findOpus(file: FileHandle, container: AcceptedContainer): Promise<boolean> {
  if (container !== 'ogg' && container !== 'webm' && container !== 'mp4') return false;
  const mark = container === 'mp4' ? 'dOps' : 'OpusHead';
  if ((await readBytes(file, 0, codecSearchBytes)).includes(mark)) return true;
  const { size } = await file.stat();
  return (
    container === 'mp4' &&
    (await readBytes(file, Math.max(0, size - codecSearchBytes), codecSearchBytes)).includes(mark)
  );
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
  const firstBytes = await readBytes(file, 0, sniffBytes);
  if (firstBytes.length === 0) throw new SpeechError('AUDIO_EMPTY');
  const container = sniffContainer(firstBytes);
  if (!isAcceptedContainer(container))
    throw new SpeechError('AUDIO_UNSUPPORTED', container ?? 'not a known audio container');
  if (container === 'mp3' && isFreeFormat(firstBytes))
    throw new SpeechError('AUDIO_CODEC_UNSUPPORTED', 'MP3 of free format');
  return { container, isOpus: await findOpus(file, container) };
}
