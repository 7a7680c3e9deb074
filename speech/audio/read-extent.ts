import type { FileHandle } from 'node:fs/promises';
import { readBytes } from '#platform/read-bytes.ts';
import type { AcceptedContainer } from '#shared/audio/sniff-container.ts';

/** By the sizes in a container: where its audio ends in the file, and which share of its bytes is missing, 0 to 1. */
export type Extent = { end: number; missing: number };

/** No honest file has more boxes or chunks before its sound. */
const mostParts = 4_096;
/** Sizes of recorders that do not know the end yet, or cannot go back to it. */
const isStreamedSize = (bytes: number) => bytes === 0 || (bytes >= 0x7fff_0000 && bytes <= 0xffff_ffff);
const shareMissing = (promised: number, there: number) => Math.max(0, promised - there) / Math.max(1, promised);

type Reader = (file: FileHandle, start: number, size: number) => Promise<Extent>;

/** By the `data` chunk (RIFF; the 64-bit size of RF64 by EBU Tech 3306). */
const readWav: Reader = async (file, start, size) => {
  let longSize = 0;
  let at = start + 12;
  for (let chunk = 0; chunk < mostParts && at + 8 <= size; chunk++) {
    const head = await readBytes(file, at, 24);
    const type = head.toString('latin1', 0, 4);
    const bytes = type === 'data' && longSize > 0 ? longSize : head.readUInt32LE(4);
    if (type === 'data') return { end: size, missing: isStreamedSize(bytes) ? 0 : shareMissing(bytes, size - at - 8) };
    if (type === 'ds64' && head.length === 24) longSize = Number(head.readBigUInt64LE(16));
    at += 8 + bytes + (bytes % 2);
  }
  return { end: size, missing: 0 };
};

/** By the outermost boxes (ISO 14496-12 §4.2). Behind a whole MP4 may stand another, which no decoder reads. */
const readMp4: Reader = async (file, start, size) => {
  const seen = new Set<string>();
  let at = start;
  for (let box = 0; box < mostParts && at + 8 <= size; box++) {
    const head = await readBytes(file, at, 16);
    const type = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    const bytes = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short || size - at;
    const isSecond = type === 'ftyp' && seen.has('moov') && seen.has('mdat') && !seen.has('moof');
    if (isSecond) return { end: at, missing: shareMissing(size - start, at - start) };
    if (bytes < 8) break;
    seen.add(type);
    at += bytes;
  }
  return { end: size, missing: shareMissing(at - start, size - start) };
};

export const readExtent: Partial<Record<AcceptedContainer, Reader>> = { wav: readWav, mp4: readMp4 };
