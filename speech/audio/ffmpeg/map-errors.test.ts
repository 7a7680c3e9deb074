import { describe, expect, test } from 'vitest';
import { mapFfmpegError, summariseComplaint } from './map-errors.ts';

const codeOf = (...lines: string[]) => mapFfmpegError({ complaints: lines.join('\n') }, '/data/x').code;

describe('summariseComplaint', () => {
  test('keeps the last complaint, without paths and addresses', () => {
    const lines = ['[mov @ 0x55ee] first', '[mov,mp4 @ 0x5581] moov atom not found'];
    expect(summariseComplaint(lines.join('\n'), '/data/u 1')).toBe('[mov,mp4] moov atom not found');
    const withPath = [...lines, 'file:/data/u 1: Invalid data', ''].join('\n');
    expect(summariseComplaint(withPath, '/data/u 1')).toBe('file: Invalid data');
    expect(summariseComplaint('Aborted()\n    Last message repeated 1 times', 'x')).toBe('');
  });
});

describe('a run without sound is told as', () => {
  test('a file without a sound track, or with an empty one', () => {
    const hint = "To ignore this, add a trailing '?' to the map.";
    expect(codeOf("Stream map '0:a:0' matches no streams.", hint)).toBe('AUDIO_NO_SOUND');
    expect(codeOf('')).toBe('AUDIO_NO_SOUND');
  });

  test('a codec that is not ours, in the words of several versions of FFmpeg', () => {
    const refused = "[wmav2 @ 0x5b] Codec (wmav2) not on whitelist 'aac'";
    expect(codeOf(refused, 'Error while opening decoder for input stream #0:0 : Invalid argument')).toBe(
      'AUDIO_CODEC_UNSUPPORTED',
    );
    expect(codeOf(refused, '[aist#0:0/wmav2 @ 0x5b] Error while opening decoder: Invalid argument')).toBe(
      'AUDIO_CODEC_UNSUPPORTED',
    );
    expect(codeOf('Decoder (codec none) not found for input stream #0:0')).toBe('AUDIO_CODEC_UNSUPPORTED');
    expect(codeOf('Decoding requested, but no decoder found for: none')).toBe('AUDIO_CODEC_UNSUPPORTED');
  });

  test('damage, also where a video track beside it is refused as it should be', () => {
    expect(codeOf('[mov,mp4 @ 0x5581] moov atom not found')).toBe('AUDIO_DAMAGED');
    const picture = "[h264 @ 0x5b] Codec (h264) not on whitelist 'aac'";
    expect(codeOf(picture, 'Error while decoding stream #0:1: Invalid data found when processing input')).toBe(
      'AUDIO_DAMAGED',
    );
  });
});
