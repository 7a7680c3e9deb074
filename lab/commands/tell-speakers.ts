// npm run lab -- speakers FOLDER: who speaks when in each recording, beside what its .rttm says.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCodes } from '#speech/cli/exit-codes.ts';
import { findStretches } from '#speech/engine/find-stretches.ts';
import { tellSpeakers } from '#speech/engine/tell-speakers.ts';
import { detector, speakerEmbedding } from '#speech/models/resolve-models.ts';
import { type LocalEngines, openLocalEngines } from '#speech/parts/open-engines.ts';
import type { SpeakerTurn } from '#speech/parts/ports.ts';
import { decodeAudio, soundOf } from '#tests/support/sound-in-memory.ts';
import { readArguments } from './read-arguments.ts';

const usage = `usage: npm run lab -- speakers FOLDER [--out FOLDER]
  FOLDER  recordings, each with NAME.rttm beside it where the turns are known; without one, a single voice is expected
  --out   writes what was told as NAME.rttm there, for lab/training/speakers/score.py`;

const longestSeconds = 10_800;
const sounds = new Set(['.wav', '.mp3', '.ogg', '.opus', '.m4a', '.webm']);

/** Voices of an RTTM file (NIST, 2009): the eighth field of each SPEAKER line. */
async function countTrueVoices(file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const voices = new Set(text.split('\n').flatMap((line) => line.split(' ')[7] ?? []));
  return voices.size || 1;
}

const writeRttm = (name: string, turns: readonly SpeakerTurn[]) =>
  turns
    .map(({ startSeconds, endSeconds, speaker }) => {
      const seconds = (endSeconds - startSeconds).toFixed(3);
      return `SPEAKER ${name} 1 ${startSeconds.toFixed(3)} ${seconds} <NA> <NA> S${speaker} <NA> <NA>\n`;
    })
    .join('');

async function tell({ detector: found, speakers }: LocalEngines, file: string): Promise<SpeakerTurn[]> {
  const { samples } = await decodeAudio(file, { maxSeconds: longestSeconds });
  const sound = soundOf(samples);
  const { tight } = await findStretches(found, sound);
  const [turns = []] = await tellSpeakers(speakers, { read: sound.read, stretches: tight });
  return turns;
}

type Outcome = { name: string; told: number; truth: number };

function printSummary(outcomes: readonly Outcome[]): void {
  const share = (of: readonly Outcome[], holds: (outcome: Outcome) => boolean) =>
    `${of.filter(holds).length} of ${of.length}`;
  const single = outcomes.filter(({ truth }) => truth === 1);
  const several = outcomes.filter(({ truth }) => truth > 1);
  console.log(`single voices told as several  ${share(single, ({ told }) => told > 1)}`);
  console.log(`dialogues: number right        ${share(several, ({ told, truth }) => told === truth)}`);
  console.log(`           told as one voice   ${share(several, ({ told }) => told === 1)}`);
  console.log(`           too many            ${share(several, ({ told, truth }) => told > truth)}`);
}

async function main(): Promise<number> {
  const given = readArguments({ options: { out: { type: 'string' } }, allowPositionals: true });
  const folder = given?.positionals[0];
  if (!given || !folder) {
    console.error(usage);
    return exitCodes.usage;
  }
  const files = (await readdir(folder)).filter((file) => sounds.has(path.extname(file).toLowerCase())).sort();
  const { out } = given.values;
  if (out) await mkdir(out, { recursive: true });
  const engines = await openLocalEngines({ detector, speakers: speakerEmbedding }, 1);
  const outcomes: Outcome[] = [];
  try {
    for (const file of files) {
      const { name } = path.parse(file);
      const turns = await tell(engines, path.join(folder, file));
      if (out) await writeFile(path.join(out, `${name}.rttm`), writeRttm(name, turns));
      const told = new Set(turns.map(({ speaker }) => speaker)).size;
      const truth = await countTrueVoices(path.join(folder, `${name}.rttm`));
      outcomes.push({ name, told, truth });
      console.log(`${name}: ${told} told, ${truth} there, ${turns.length} turns`);
    }
  } finally {
    await engines.close();
  }
  printSummary(outcomes);
  return 0;
}

process.exitCode = await main();
