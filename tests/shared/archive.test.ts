import { crc32, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildArchive } from '#shared/export/archive.ts';

/** Reads an archive back by its central directory, as unpackers do. */
function readZip(archive: Uint8Array): Map<string, string> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06_05_4b_50);
  const files = new Map<string, string>();
  const decoder = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < view.getUint16(end + 10, true); entry += 1) {
    expect(view.getUint32(at, true)).toBe(0x02_01_4b_50);
    const isStored = view.getUint16(at + 10, true) === 0;
    const size = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    expect(view.getUint32(local, true)).toBe(0x04_03_4b_50);
    const packed = archive.subarray(local + 30 + nameLength, local + 30 + nameLength + size);
    const bytes = isStored ? packed : inflateRawSync(packed);
    expect(bytes.length).toBe(view.getUint32(at + 24, true));
    expect(view.getUint32(at + 16, true)).toBe(crc32(bytes));
    files.set(decoder.decode(archive.subarray(at + 46, at + 46 + nameLength)), decoder.decode(bytes));
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

describe('the archive', () => {
  it('gives its files back', () => {
    const bytes = new TextEncoder().encode("Go'aanka");
    const files = readZip(
      buildArchive([
        { name: 'a/b.txt', bytes },
        { name: 'sound.ogg', bytes, isCompressed: true },
        { name: 'c.txt', bytes: new Uint8Array() },
      ]),
    );
    expect([...files]).toEqual([
      ['a/b.txt', "Go'aanka"],
      ['sound.ogg', "Go'aanka"],
      ['c.txt', ''],
    ]);
  });

  it('packs text, and says the same of the same', () => {
    const files = [{ name: 'a.txt', bytes: new TextEncoder().encode('waan imid '.repeat(100)) }];
    expect(buildArchive(files).length).toBeLessThan(200);
    expect(buildArchive(files)).toEqual(buildArchive(files));
  });
});
