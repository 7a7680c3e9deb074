import { execFileSync } from 'node:child_process';
import { createProgramDecoder } from '#speech/audio/ffmpeg/program.ts';
import { createWasmDecoder } from '#speech/audio/ffmpeg/wasm-decoder.ts';
import { decodeAudio } from '#tests/support/sound-in-memory.ts';
import { median } from './median.ts';

export type DecodeFigures = {
  programMilliseconds: number;
  /** Our decoders ÷ the bare program on the same file, medians of pairs measured one after the other. */
  wasmRatio: number;
  adapterRatio: number;
};

async function time(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function findProgram(): string | undefined {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return 'ffmpeg';
  } catch {
    return undefined;
  }
}

/**
 * Decoding against the bare ffmpeg program with the same Opus decoder on the same file (design.md §7: ≤ 4 for WASM, ≤ 1.2
 * for the program through our adapter); `undefined` where the machine has no ffmpeg to compare with.
 */
export async function measureDecode(audioPath: string, rounds = 7): Promise<DecodeFigures | undefined> {
  const program = findProgram();
  if (!program) return undefined;
  const wasm = createWasmDecoder();
  const adapter = createProgramDecoder(program);
  const bareArguments = [
    '-nostdin',
    '-loglevel',
    'error',
    // The decoder that we use (decision 144): FFmpeg's own is a fifth faster, and wrong on notes of phones.
    '-c:a',
    'libopus',
    '-i',
    audioPath,
    '-ac',
    '1',
    '-ar',
    '16000',
    '-f',
    'f32le',
    'pipe:1',
  ];
  const runBare = () => execFileSync(program, bareArguments, { maxBuffer: 1e9 });
  const runWasm = () => decodeAudio(audioPath, { maxSeconds: 60, decoder: wasm });
  const runAdapter = () => decodeAudio(audioPath, { maxSeconds: 60, decoder: adapter });
  const bare: number[] = [];
  const compare = async (run: () => Promise<unknown>) => {
    const ratios: number[] = [];
    for (const warm of [runBare, run]) await warm();
    for (let round = 0; round < rounds; round += 1) {
      const baseline = await time(runBare);
      bare.push(baseline);
      ratios.push((await time(run)) / baseline);
    }
    return median(ratios);
  };
  // WASM last: the process that it keeps warm would take the adapter's time.
  const adapterRatio = await compare(runAdapter);
  const wasmRatio = await compare(runWasm);
  return { programMilliseconds: median(bare), wasmRatio, adapterRatio };
}
