import { describe, expect, test } from 'vitest';
import { buildFfmpegArguments, buildSampleArguments, summariseComplaint } from './ffmpeg-arguments.ts';

const job = {
  inputPath: '/data/upload',
  source: { container: 'mp4' as const, isOpus: false },
  outputArguments: buildSampleArguments(31),
  maxOutputBytes: 1,
  wallMilliseconds: 1,
};

describe('buildFfmpegArguments', () => {
  const built = buildFfmpegArguments(job, '/data/-upload;x', 'pipe:1');
  const argumentAfter = (name: string) => built[built.indexOf(name) + 1];

  test('lets FFmpeg open files and pipes only, with one demuxer and sound decoders alone', () => {
    expect(argumentAfter('-protocol_whitelist')).toBe('file,pipe');
    expect(argumentAfter('-f')).toBe('mov');
    expect(argumentAfter('-codec_whitelist')?.split(',')).toContain('aac');
    expect(argumentAfter('-codec_whitelist')).not.toMatch(/h264|vp8|mjpeg|png/);
    expect(built).toContain('-nostdin');
  });

  test('never lets a path be taken for an option or another protocol', () => {
    expect(argumentAfter('-i')).toBe('file:/data/-upload;x');
  });

  test('bounds the length of the output', () => {
    expect(argumentAfter('-t')).toBe('31');
    expect(built.at(-1)).toBe('pipe:1');
  });

  test('decodes Opus by libopus', () => {
    const opus = buildFfmpegArguments({ ...job, source: { container: 'webm', isOpus: true } }, 'x', 'y');
    expect(opus.slice(opus.indexOf('-c:a'), opus.indexOf('-i'))).toEqual(['-c:a', 'libopus', '-f', 'matroska']);
  });
});

describe('summariseComplaint', () => {
  test('keeps the last complaint, without paths and addresses', () => {
    const lines = [
      '[mov @ 0x55ee] first',
      '[mov,mp4 @ 0x5581] moov atom not found',
      'file:/data/u 1: Invalid data',
      '',
    ];
    expect(summariseComplaint(lines.slice(0, 2), '/data/u 1')).toBe('[mov,mp4] moov atom not found');
    expect(summariseComplaint(lines, '/data/u 1')).toBe('file: Invalid data');
    expect(summariseComplaint(['Aborted()', '    Last message repeated 1 times'], 'x')).toBe('');
  });
});
