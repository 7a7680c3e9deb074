/** A file of an archive; names use `/`. */
export type ZipEntry = { name: string; bytes: Uint8Array };

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  return crc >>> 0;
});

/** CRC-32 as ZIP wants it (ISO 3309). */
export function computeCrc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

/** Little-endian fields, given as [value, bytes] pairs. */
function packFields(fields: readonly (readonly [value: number, width: 2 | 4])[]): Uint8Array {
  const packed = new Uint8Array(fields.reduce((length, [, width]) => length + width, 0));
  const view = new DataView(packed.buffer);
  let at = 0;
  for (const [value, width] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return packed;
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, { length: more }) => length + more, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const version = 20;
const utf8Names = 0x08_00;
const stored = 0;
/** 1 January 1980, the first day ZIP knows: the same texts always give the same bytes. */
const dosTime = 0;
const dosDate = 0x00_21;

/** An archive of stored (uncompressed) files (PKWARE APPNOTE 4.3): office documents of a few kilobytes need no more. */
export function buildZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const nameBytes = new TextEncoder().encode(name);
    const shared = [
      [version, 2],
      [utf8Names, 2],
      [stored, 2],
      [dosTime, 2],
      [dosDate, 2],
      [computeCrc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [nameBytes.length, 2],
      [0, 2],
    ] as const;
    const local = joinBytes([packFields([[0x04_03_4b_50, 4], ...shared]), nameBytes, bytes]);
    const central = packFields([
      [0x02_01_4b_50, 4],
      [version, 2],
      ...shared,
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ]);
    files.push(local);
    directory.push(central, nameBytes);
    offset += local.length;
  }
  const directoryBytes = joinBytes(directory);
  const end = packFields([
    [0x06_05_4b_50, 4],
    [0, 2],
    [0, 2],
    [entries.length, 2],
    [entries.length, 2],
    [directoryBytes.length, 4],
    [offset, 4],
    [0, 2],
  ]);
  return joinBytes([...files, directoryBytes, end]);
}
