import { describe, expect, test } from 'vitest';
import { buildFfmpegArguments, buildSampleArguments } from './arguments.ts';

const job = {
  inputPath: '/data/upload',
  source: { container: 'mp4' as const, isOpus: false },
  outputArguments: buildSampleArguments(31),
  maxOutputBytes: 1,
  maxSeconds: 30,
};

describe('buildFfmpegArguments', () => {
  const built = buildFfmpegArguments(job, 'file:/data/-upload;x', 'pipe:1');
  const argumentAfter = (name: string) => built[built.indexOf(name) + 1];

  test('lets FFmpeg open files and pipes only, with one demuxer and sound decoders alone', () => {
    expect(argumentAfter('-protocol_whitelist')).toBe('file,pipe');
    expect(argumentAfter('-f')).toBe('mov');
    expect(argumentAfter('-codec_whitelist')?.split(',')).toContain('aac');
    expect(argumentAfter('-codec_whitelist')).not.toMatch(/h264|vp8|mjpeg|png/);
    expect(built).toContain('-nostdin');
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
