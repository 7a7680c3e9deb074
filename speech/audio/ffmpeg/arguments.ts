import type { AcceptedContainer } from '#shared/audio/sniff-container.ts';
import { sampleRateHz } from '../samples.ts';
import { type ConversionJob, maxAllocationBytes } from './decoder.ts';

export const storageBitsPerSecond = 24_000;

const demuxers: Record<AcceptedContainer, string> = {
  wav: 'wav',
  mp3: 'mp3',
  mp4: 'mov',
  ogg: 'ogg',
  webm: 'matroska',
};

/** Only sound decoders may open: a picture or video stream in the file is never decoded, not even to probe it. */
const soundCodecs = [
  ...['pcm_u8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be'],
  ...['pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_f64be', 'pcm_alaw', 'pcm_mulaw', 'adpcm_ima_wav', 'adpcm_ms'],
  ...['gsm', 'gsm_ms', 'mp1', 'mp1float', 'mp2', 'mp2float', 'mp3', 'mp3float', 'aac', 'aac_fixed', 'alac', 'flac'],
  ...['opus', 'libopus', 'vorbis', 'libvorbis', 'speex', 'libspeex', 'ac3', 'ac3_fixed', 'eac3'],
  ...['amrnb', 'amrwb', 'libopencore_amrnb', 'libopencore_amrwb'],
].join(',');

/**
 * FFmpeg's arguments for a job. It can open nothing but `input` and its output, both addresses of FFmpeg's: the one
 * demuxer is named, other protocols (network, concat, playlists) are refused, and MP4's references to other files are
 * off by FFmpeg's default.
 */
export function buildFfmpegArguments(job: ConversionJob, input: string, output: string): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-max_alloc', String(maxAllocationBytes)],
    ...['-threads', '1', '-filter_threads', '1', '-codec_whitelist', soundCodecs],
    ...['-protocol_whitelist', 'file,pipe'],
    // FFmpeg's own Opus decoder goes wrong in the hybrid mode that phones' voice notes use; libopus is the reference.
    ...(job.source.isOpus ? ['-c:a', 'libopus'] : []),
    ...['-f', demuxers[job.source.container], '-i', input],
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-ac', '1', '-ar', String(sampleRateHz)],
    // Plain averaging of the channels: FFmpeg's default makes doubled mono 3 dB louder, which clips. Times are counted in
    // samples: gaps in the file's own clock would set the stored recording's times apart from the words'.
    ...['-rematrix_maxval', '1.0', '-af', 'asetpts=N/SR/TB', ...job.outputArguments, output],
  ];
}

/** 16 kHz mono float32, little-endian, at most `seconds` of it. */
export function buildSampleArguments(seconds: number): string[] {
  return ['-t', String(seconds), '-f', 'f32le'];
}

/** OGG/Opus for storage; `bitexact` leaves out version names and makes the same sound give the same bytes. */
export function buildStorageArguments(seconds: number): string[] {
  return [
    ...['-t', String(seconds), '-c:a', 'libopus', '-b:a', String(storageBitsPerSecond), '-application', 'voip'],
    // Half of libopus's effort: two thirds of the time, and the same speech to the ear.
    ...['-compression_level', '5'],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'],
    // Each page as it is ready: a slow encoder then shows that it goes on.
    ...['-flush_packets', '1', '-f', 'ogg'],
  ];
}
