/** RFC 7845 §4: granule positions of Opus count samples at 48 kHz whatever the sound's own rate. */
const granuleRateHz = 48_000;

/**
 * Length in seconds of an OGG/Opus file: the last page's granule position less the pre-skip (RFC 3533 §6, RFC 7845 §4.3
 * and §5.1). 0 when it has no such page.
 */
export function readOpusDuration(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const head = bytes.indexOf('OpusHead');
  const lastPage = bytes.lastIndexOf('OggS');
  if (head < 0 || lastPage <= head || lastPage + 14 > bytes.length) return 0;
  const preSkip = bytes.readUInt16LE(head + 10);
  const granules = Number(bytes.readBigInt64LE(lastPage + 6));
  return Math.max(0, granules - preSkip) / granuleRateHz;
}
