// npm run qualify -- load-busy FOLDER…: the files give the same answers beside eight endless loops as without them, by both
// decoders.
import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ffmpegProgram } from '#tests/support/audio-fixtures.ts';

const loopCount = 8;
const script = fileURLToPath(new URL('./answer-files.ts', import.meta.url));
const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('usage: npm run qualify -- load-busy FOLDER…');
  process.exit(2);
}

type Run = { seconds: number; lines: string[] };

async function answerFiles(ffmpegPath: string): Promise<Run> {
  const startedAt = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...folders], {
    env: { ...process.env, FFMPEG_PATH: ffmpegPath },
    maxBuffer: 1e8,
  });
  return { seconds: (performance.now() - startedAt) / 1000, lines: stdout.trim().split('\n') };
}

async function besideLoops<T>(work: () => Promise<T>): Promise<T> {
  const loops = Array.from({ length: loopCount }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  try {
    return await work();
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}

function report(decoder: string, idle: Run, busy: Run): number {
  const different = idle.lines.filter((line, at) => line !== busy.lines[at]);
  const refused = idle.lines.filter((line) => /"answer":"/.test(line)).length;
  const time = `${idle.seconds.toFixed(0)} s idle, ${busy.seconds.toFixed(0)} s beside ${loopCount} loops`;
  console.log(`${decoder}: ${idle.lines.length - 1} files (${refused} refused with a reason), ${time}`);
  console.log(`${decoder}: ${different.length} answers differ; ${busy.lines.at(-1)}`);
  for (const line of different) {
    console.log(`  idle ${line.slice(0, 300)}`);
    console.log(`  busy ${busy.lines[idle.lines.indexOf(line)]?.slice(0, 300)}`);
  }
  return different.length;
}

let differences = 0;
for (const [decoder, ffmpegPath] of [
  ['WASM', 'none'],
  ['ffmpeg program', ffmpegProgram],
] as const) {
  if (!ffmpegPath) {
    console.log(`${decoder}: skipped, there is none on this machine`);
    continue;
  }
  const idle = await answerFiles(ffmpegPath);
  differences += report(decoder, idle, await besideLoops(() => answerFiles(ffmpegPath)));
}
console.log(differences === 0 ? 'PASS' : 'FAIL');
process.exitCode = differences === 0 ? 0 : 1;
