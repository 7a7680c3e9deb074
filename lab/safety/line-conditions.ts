import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeWav } from '#speech/audio/encode-wav.ts';
import { sampleRateHz } from '#speech/audio/samples.ts';
import { decodeAudio } from '#tests/support/sound-in-memory.ts';

const ffmpegProgram = process.env.FFMPEG_PATH ?? 'ffmpeg';
/** What a telephone lets through (ITU-T G.712). */
const band = 'highpass=f=300,lowpass=f=3400';
const telephone = ['-ar', '8000', '-af', band];

/** What ffmpeg is told, and the ending of what it writes; an encoder that it has not is found at its first use. */
const encoders = {
  'telephone, 8 kHz, A-law': ['wav', ...telephone, '-c:a', 'pcm_alaw'],
  'GSM full rate': ['wav', ...telephone, '-c:a', 'libgsm_ms'],
  'AMR-NB, 12.2 kbit/s': ['amr', ...telephone, '-c:a', 'libopencore_amrnb', '-b:a', '12.2k'],
  'AMR-NB, 5.9 kbit/s': ['amr', ...telephone, '-c:a', 'libopencore_amrnb', '-b:a', '5.9k'],
  'Opus, 8 kbit/s': ['ogg', '-c:a', 'libopus', '-b:a', '8k', '-application', 'voip'],
} as const;

/** Four times too loud: the peaks are cut off. */
const clip = (sample: number): number => Math.max(-1, Math.min(1, 4 * sample));

const packetSamples = 0.06 * sampleRateHz;
/** Of packets of 60 ms every tenth is lost, and the next with every third of these; silence stands for them. */
const isLost = (packet: number): boolean => packet % 10 === 4 || packet % 30 === 5;
const losePackets = (sample: number, at: number): number => (isLost(Math.floor(at / packetSamples)) ? 0 : sample);

export const lineConditions = ['clean', ...Object.keys(encoders), 'clipped', 'packets lost, 13 %'] as const;

/**
 * Sends a recording over a line and works on what arrives.
 * @returns `null` where the ffmpeg here lacks the line's encoder.
 */
export async function sendOver<T>(
  line: string,
  file: string,
  work: (arrived: string) => Promise<T>,
): Promise<T | null> {
  if (line === 'clean') return work(file);
  const folder = await mkdtemp(path.join(tmpdir(), 'line-'));
  try {
    const [suffix = 'wav', ...told] = encoders[line as keyof typeof encoders] ?? [];
    const arrived = path.join(folder, `arrived.${suffix}`);
    if (told.length === 0) {
      const { samples } = await decodeAudio(file, { maxSeconds: 600 });
      await writeFile(arrived, encodeWav(samples.map(line === 'clipped' ? clip : losePackets)));
    } else if (!encode(['-i', file, '-ac', '1', ...told, arrived])) return null;
    return await work(arrived);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function encode(told: readonly string[]): boolean {
  try {
    execFileSync(ffmpegProgram, ['-nostdin', '-loglevel', 'error', '-y', ...told], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return true;
  } catch (error) {
    if (/Unknown encoder|ENOENT/.test(String(error))) return false;
    throw error;
  }
}
