import type { DetectedFormat } from '../detect-format.ts';
import { sampleRateHz } from '../samples.ts';
import { type ConversionJob, longestFillSeconds, maxAllocationBytes, type SoundChoice } from './decoder.ts';

export const storageBitsPerSecond = 24_000;

/** Where FFmpeg calls a container otherwise. */
const demuxers: Partial<Record<DetectedFormat['container'], string>> = { mp4: 'mov', webm: 'matroska' };

/** Only sound decoders may open: a picture or video stream in the file is never decoded, not even to probe it. */
const soundCodecs = [
  ...['pcm_u8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be'],
  ...['pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_f64be', 'pcm_alaw', 'pcm_mulaw', 'adpcm_ima_wav', 'adpcm_ms'],
  ...['gsm', 'gsm_ms', 'mp1', 'mp1float', 'mp2', 'mp2float', 'mp3', 'mp3float', 'aac', 'aac_fixed', 'alac', 'flac'],
  ...['opus', 'libopus', 'vorbis', 'libvorbis', 'speex', 'libspeex', 'ac3', 'ac3_fixed', 'eac3'],
  ...['amrnb', 'amrwb', 'libopencore_amrnb', 'libopencore_amrwb'],
].join(',');

/** A clock that jumps by less says nothing: recorders count in steps, codecs need a moment to begin. */
const gapSeconds = 0.3;
/** Opus in MP4 counts what is thrown away at its beginning, up to 65535 samples at 48 kHz (RFC 7845 §4.2). */
export const opusStartSeconds = 1.4;

/**
 * Times of the sound by the container's clock: samples are counted, a gap is kept as silence, and a clock that goes back,
 * or ahead by more than any gap, is followed as if it had not. `ld(0)` is the silence so far, `ld(1)` how far the clock has
 * been set, both in samples.
 */
function keepClock({ isOpus, container }: DetectedFormat): string {
  const begin = isOpus && container === 'mp4' ? opusStartSeconds : 0;
  const least = begin > 0 ? `if(N,${gapSeconds},0)` : gapSeconds;
  const jump = 'st(2,if(isnan(PTS),0,PTS-ld(1)-N-ld(0)))';
  const register = `st(3,not(between(ld(2),if(N,0,${begin})*SR,${longestFillSeconds}*SR)))`;
  const follow = `st(ld(3),ld(ld(3))+if(gt(abs(ld(2)),${least}*SR),ld(2),0))`;
  return `asetpts='${jump};${register};${follow};N+ld(0)',aresample=async=1:first_pts=0`;
}

const measure = 'astats=measure_perchannel=RMS_level:measure_overall=none';

/** To 16 kHz mono by plain averaging: FFmpeg's default makes doubled mono 3 dB louder, which clips. */
function mixDown({ source, isMeasured }: ConversionJob, { channels }: SoundChoice): string {
  const parts = channels?.map((channel) => `${1 / channels.length}*c${channel}`).join('+');
  const format = `aformat=sample_fmts=flt:sample_rates=${sampleRateHz}:channel_layouts=mono`;
  const mix = parts ? [`pan=mono|c0=${parts}`, format] : [format];
  return [...(isMeasured ? [measure] : []), ...mix, keepClock(source)].join(',');
}

/**
 * FFmpeg can open nothing but `input` and its output: the one demuxer is named, other protocols (network, concat,
 * playlists) are refused, and MP4's references to other files are off by default.
 */
export function buildFfmpegArguments(job: ConversionJob, input: string, output: string): string[] {
  const { source, sound = { track: 0 } } = job;
  const { start, end } = source.range ?? {};
  const part = end === undefined ? input : `subfile,,start,${start},end,${end},,:${input}`;
  return [
    ...['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'level+info', '-max_alloc', String(maxAllocationBytes)],
    ...['-threads', '1', '-filter_threads', '1', '-codec_whitelist', soundCodecs],
    ...['-protocol_whitelist', end === undefined ? 'file,pipe' : 'subfile,file,pipe', '-dts_delta_threshold', '86400'],
    // FFmpeg's own Opus decoder goes wrong in the hybrid mode that phones' voice notes use; libopus is the reference.
    ...(source.isOpus ? ['-c:a', 'libopus'] : []),
    ...['-f', demuxers[source.container] ?? source.container, '-i', part],
    ...['-map', `0:a:${sound.track}`, '-vn', '-sn', '-dn'],
    ...(job.isCopied ? ['-c', 'copy'] : ['-rematrix_maxval', '1.0', '-af', mixDown(job, sound)]),
    ...job.outputArguments,
    output,
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
