/** kbit/s by index of the header, for layers II and III of MPEG 1 and both of MPEG 2 (ISO 11172-3 §2.4.2.3, 13818-3). */
const bitRates = {
  2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  low: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRatesHz = [44_100, 48_000, 32_000];

/** A frame header (ISO 11172-3 §2.4.2.3): 11 sync bits, no reserved value; layer 00 is ADTS, not MPEG audio. */
export function isMpegAudioFrame(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return false;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  return version !== 1 && layer !== 0 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
}

/** Bytes of the frame that begins here; 0 where none does, one of layer I, or one of no stated bit rate. */
function readFrameBytes(bytes: Uint8Array): number {
  const [, second = 0, third = 0] = bytes;
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  if (!isMpegAudioFrame(bytes) || (layer !== 2 && layer !== 3)) return 0;
  const isLow = version !== 3;
  const bitsPerSecond = (bitRates[isLow ? 'low' : layer][third >> 4] ?? 0) * 1000;
  const rateHz = (sampleRatesHz[(third >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  return Math.floor(((isLow && layer === 3 ? 72 : 144) * bitsPerSecond) / rateHz) + ((third >> 1) & 1);
}

/** Three frames in a row of one version, layer and sampling rate are no accident. */
const framesInRow = 3;

function beginsFrames(bytes: Uint8Array, start: number): boolean {
  let at = start;
  for (let frame = 0; frame < framesInRow; frame++) {
    const isAlike = (((bytes[at + 1] ?? 0) ^ (bytes[start + 1] ?? 0)) & 0xfe) === 0;
    const isAtSameRate = (((bytes[at + 2] ?? 0) ^ (bytes[start + 2] ?? 0)) & 0x0c) === 0;
    const frameBytes = readFrameBytes(bytes.subarray(at, at + 4));
    if (!isAlike || !isAtSameRate || frameBytes === 0) return false;
    at += frameBytes;
  }
  return true;
}

/** Where MPEG audio begins behind zeros, other tags, junk or the rest of a cut frame; `undefined` where none does. */
export function findMp3Frames(bytes: Uint8Array): number | undefined {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) if (beginsFrames(bytes, at)) return at;
  return undefined;
}
