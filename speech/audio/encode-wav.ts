import { sampleRateHz } from './samples.ts';

const headerBytes = 44;
const bytesPerSample = 2;

/**
 * A canonical PCM WAV file (RIFF, 16 bit, mono, 16 kHz) of samples in −1…1; louder ones are clipped.
 */
export function encodeWav(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const dataBytes = samples.length * bytesPerSample;
  const view = new DataView(new ArrayBuffer(headerBytes + dataBytes));
  const writeText = (offset: number, text: string) => {
    for (let at = 0; at < text.length; at += 1) view.setUint8(offset + at, text.charCodeAt(at));
  };
  writeText(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  writeText(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, 8 * bytesPerSample, true);
  writeText(36, 'data');
  view.setUint32(40, dataBytes, true);
  samples.forEach((sample, at) => {
    view.setInt16(headerBytes + at * bytesPerSample, Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), true);
  });
  return new Uint8Array(view.buffer);
}
