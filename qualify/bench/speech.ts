import { readSpeechSettings, startSpeechEngine } from '#speech/engine.ts';
import { audioFixture } from '#tests/support/audio-fixtures.ts';
import { measureDecode } from './measure-decode.ts';
import { measureRecognition } from './measure-recognition.ts';

const line = (what: string, figure: string, bar: string) =>
  console.log(`${what.padEnd(58)} ${figure.padStart(10)}   ${bar}`);

async function benchRecognition(): Promise<void> {
  const { ratio, bareMilliseconds } = await measureRecognition();
  line(
    `warm recognition ÷ bare session (30 s, 300M shape, ${Math.round(bareMilliseconds)} ms)`,
    ratio.toFixed(3),
    'bar ≤ 1.05',
  );
}

async function benchDecode(): Promise<void> {
  const figures = await measureDecode(audioFixture('speech-30s.webm'));
  if (!figures) return line('decode ÷ the ffmpeg program', 'skipped', 'no ffmpeg on this machine');
  const { programMilliseconds, wasmRatio, adapterRatio } = figures;
  line(`decode of 30 s, WASM ÷ program (${Math.round(programMilliseconds)} ms)`, wasmRatio.toFixed(2), 'bar ≤ 4');
  line('decode of 30 s, our adapter ÷ program', adapterRatio.toFixed(2), 'bar ≤ 1.2');
}

async function benchStarter(): Promise<void> {
  const { engine, ready } = startSpeechEngine(readSpeechSettings({ ...process.env, SPEECH_PROFILE: 'starter' }));
  await ready;
  await engine.transcribe(audioFixture('speech-8s.webm'));
  const { timings, durationSeconds } = await engine.transcribe(audioFixture('speech-30s.webm'));
  for (const [stage, milliseconds] of Object.entries(timings)) {
    line(
      `starter models, ${stage} ÷ length of the audio`,
      (milliseconds / 1000 / durationSeconds).toFixed(4),
      'no bar',
    );
  }
  await engine.close();
}

/** The ratios of design.md §7 that belong to speech, each against a baseline measured in the same run. */
export async function run(): Promise<void> {
  await benchDecode();
  await benchStarter();
  await benchRecognition();
}
