import { type FileHandle, open } from 'node:fs/promises';
import type { AcceptedContainer } from '#shared/audio/sniff-container.ts';
import type { ByteRange } from './audio-decoder.ts';

/** A box names its size and type in 8 bytes, 16 for a large one (ISO 14496-12 §4.2). */
const boxHeaderBytes = 16;
/** A file of more boxes is a long fragmented recording, or hostile: it is taken for one recording. */
const maxBoxes = 4_096;
const maxRecordings = 50;

type Box = { type: string; start: number; end: number };

async function* readBoxes(file: FileHandle, fileBytes: number): AsyncGenerator<Box> {
  const header = Buffer.alloc(boxHeaderBytes);
  for (let start = 0, count = 0; start + 8 <= fileBytes && count <= maxBoxes; count++) {
    await file.read(header, 0, boxHeaderBytes, start);
    const shortSize = header.readUInt32BE(0);
    const longSize = shortSize === 1 ? Number(header.readBigUInt64BE(8)) : shortSize;
    const size = longSize === 0 ? fileBytes - start : longSize;
    if (size < 8) return;
    yield { type: header.toString('latin1', 4, 8), start, end: start + size };
    start += size;
  }
}

/** A file has one `ftyp`, at its start (ISO 14496-12 §4.3): any other begins a recording that was joined on. */
const findStarts = (boxes: readonly Box[]) => boxes.flatMap(({ type, start }) => (type === 'ftyp' ? [start] : []));

/**
 * The recordings in a file, in order: one, but for MP4 files that were joined end to end, of which FFmpeg reads the first
 * at best. Without ranges the file is one recording.
 */
export async function findRecordings(path: string, container: AcceptedContainer): Promise<(ByteRange | undefined)[]> {
  if (container !== 'mp4') return [undefined];
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const boxes: Box[] = [];
    for await (const box of readBoxes(file, size)) boxes.push(box);
    const starts = findStarts(boxes);
    if (starts.length < 2 || starts.length > maxRecordings || boxes.length > maxBoxes) return [undefined];
    return starts.map((start, at) => ({ start, end: starts[at + 1] ?? size }));
  } finally {
    await file.close();
  }
}
