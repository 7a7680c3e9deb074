import { type Zippable, zipSync } from 'fflate';

/** A file of an archive; names use `/`. `isCompressed`: sound, which no packing makes smaller. */
export type ArchiveFile = { name: string; bytes: Uint8Array; isCompressed?: boolean };

/** The first day that ZIP knows: the same files always give the same bytes. */
const noDate = new Date(1980, 0, 1);

export function buildArchive(files: readonly ArchiveFile[]): Uint8Array<ArrayBuffer> {
  const entries: Zippable = {};
  for (const { name, bytes, isCompressed = false } of files)
    entries[name] = [bytes, { level: isCompressed ? 0 : 6, mtime: noDate }];
  return new Uint8Array(zipSync(entries));
}
