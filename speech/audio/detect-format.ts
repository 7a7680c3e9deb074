import { type FileHandle, open } from 'node:fs/promises';
import {
  type AcceptedContainer,
  isAcceptedContainer,
  sniffBytes,
  sniffContainer,
} from '#shared/audio/sniff-container.ts';
import { SpeechError } from '../speech-error.ts';
import type { ByteRange } from './ffmpeg/decoder.ts';

export type DetectedFormat = { container: AcceptedContainer; isOpus: boolean };

/** A file of a proven container, with the recordings in it: more than one where files were joined end to end. */
export type AudioFile = { path: string; source: DetectedFormat; recordings: readonly (ByteRange | undefined)[] };

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

async function detectFormat(file: FileHandle): Promise<DetectedFormat> {
  const firstBytes = await readBytes(file, 0, sniffBytes);
  if (firstBytes.length === 0) throw new SpeechError('AUDIO_EMPTY');
  const container = sniffContainer(firstBytes);
  if (!isAcceptedContainer(container))
    throw new SpeechError('AUDIO_UNSUPPORTED', container ?? 'not a known audio container');
  if (container === 'mp3' && isFreeFormat(firstBytes))
    throw new SpeechError('AUDIO_CODEC_UNSUPPORTED', 'MP3 of free format');
  return { container, isOpus: await findOpus(file, container) };
}

/** A box names its size and type in 8 bytes, 16 for a large one (ISO 14496-12 §4.2). */
const boxHeaderBytes = 16;
/** A file of more boxes is a long fragmented recording, or hostile: it is taken for one recording. */
const maxBoxes = 4_096;
const maxRecordings = 50;

/** A file has one `ftyp`, at its start (ISO 14496-12 §4.3): any other begins a recording that was joined on. */
async function findStarts(file: FileHandle, fileBytes: number): Promise<number[]> {
  const header = Buffer.alloc(boxHeaderBytes);
  const starts: number[] = [];
  let size = 0;
  for (let start = 0, count = 0; start + 8 <= fileBytes; start += size, count++) {
    if (count > maxBoxes) return [];
    await file.read(header, 0, boxHeaderBytes, start);
    const shortSize = header.readUInt32BE(0);
    const longSize = shortSize === 1 ? Number(header.readBigUInt64BE(8)) : shortSize;
    size = longSize === 0 ? fileBytes - start : longSize;
    if (size < 8) break;
    if (header.toString('latin1', 4, 8) === 'ftyp') starts.push(start);
  }
  return starts;
}

/**
 * The recordings in a file, in order: one, but for MP4 files that were joined end to end, of which FFmpeg reads the first
 * at best. Without ranges the file is one recording.
 */
async function findRecordings(file: FileHandle, container: AcceptedContainer): Promise<(ByteRange | undefined)[]> {
  if (container !== 'mp4') return [undefined];
  const { size } = await file.stat();
  const starts = await findStarts(file, size);
  if (starts.length < 2 || starts.length > maxRecordings) return [undefined];
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? size }));
}

/**
 * What a file is, by its bytes alone.
 * @throws {SpeechError} `AUDIO_EMPTY` for a file of 0 bytes, `AUDIO_UNSUPPORTED` for an unknown or unaccepted container,
 * `AUDIO_CODEC_UNSUPPORTED` for MP3 of free format.
 */
export async function openAudioFile(path: string): Promise<AudioFile> {
  await using file = await open(path, 'r');
  const source = await detectFormat(file);
  return { path, source, recordings: await findRecordings(file, source.container) };
}
