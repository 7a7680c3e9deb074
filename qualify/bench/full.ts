import { cpus } from 'node:os';
import { decodeAudio } from '#tests/support/sound-in-memory.ts';
import { measureRun } from './measure-run.ts';
import { openWatched, type Share } from './measure-share.ts';
import { median } from './median.ts';

const sentences = [
  'Maanta waxaan tagay suuqa si aan u soo iibsado khudaar iyo hilib.',
  'Dhakhtarku wuxuu sheegay in wiilku uu fiican yahay, laakiin waa inuu nasto saddex maalmood.',
  'Roobka ka da’ay gobolka ayaa waddooyinka qaar xiray.',
  'Dowladdu waxay sheegtay in qiimaha shidaalka uu hoos u dhici doono bisha dambe.',
  'Ardayda jaamacaddu waxay bilaabeen imtixaanka sannadka.',
  'Waxaan codsanayaa in warqadda la ii soo diro ka hor khamiista.',
  'Caruurtu dugsiga ayay aadeen subaxnimadii hore.',
  'Hooyaday waxay karisay cunto macaan oo aan aad u jeclahay.',
  'Gaarigu wuxuu istaagay meel fog, markaas ayaan lug ku imid.',
  'Waan ku faraxsanahay inaan mar kale ku arko.',
];
const runs = 3;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
const line = (what: string, figure: string, note = '') =>
  console.log(`${what.padEnd(50)} ${figure.padStart(10)}   ${note}`);

/** The whole command, as an operator runs it. */
async function benchRuns(file: string): Promise<void> {
  const figures = [];
  for (let run = 0; run < runs; run += 1) figures.push(await measureRun(file));
  for (const { answerSeconds, wallSeconds, peakBytes, result } of figures) {
    const stages = Object.entries(result.timings).map(([stage, milliseconds]) => `${stage} ${milliseconds}`);
    const memory = `${Math.round(peakBytes / 1e6)} MB`;
    line(
      '',
      `${answerSeconds.toFixed(1)} s`,
      `${memory}; with loading ${wallSeconds.toFixed(1)} s; ms: ${stages.join(', ')}`,
    );
  }
  const [first] = figures;
  const spoken = `${first?.result.words.length} words, ${first?.result.sentences.length} sentences`;
  line(
    'audio to English, models loaded (median)',
    `${median(figures.map((run) => run.answerSeconds)).toFixed(1)} s`,
    spoken,
  );
  line(
    'memory of all processes at most (median)',
    `${Math.round(median(figures.map((run) => run.peakBytes)) / 1e6)} MB`,
  );
}

/** The middle of three, warm, by what our own code took. */
async function benchShare(what: string, measure: () => Promise<Share>): Promise<void> {
  const shares: Share[] = [];
  // Our code is slower the first times it runs.
  await measure();
  for (let run = 0; run < runs; run += 1) shares.push(await measure());
  const own = median(shares.map(({ milliseconds, bareMilliseconds }) => 1 - bareMilliseconds / milliseconds));
  const whole = median(shares.map(({ milliseconds }) => milliseconds));
  line(what, seconds(whole), `own share ${(100 * own).toFixed(1)} % (bar 5)`);
}

/**
 * `npm run qualify -- bench full FILE`: the models of `SPEECH_PROFILE` in `MODELS_DIR` on 30 s of sound or more, real ones or random
 * weights that make-full-models.ts and make_speaking.py wrote (qualify/parity).
 */
export async function run([file]: readonly string[]): Promise<void> {
  if (!file) throw new RangeError('usage: MODELS_DIR=… SPEECH_PROFILE=light npm run qualify -- bench full FILE');
  line('processor', String(cpus().length), cpus()[0]?.model);
  await benchRuns(file);
  const { samples } = await decodeAudio(file, { maxSeconds: 600 });
  const models = await openWatched();
  for (const length of [10, 20, 30])
    await benchShare(`recognition of ${length} s at once`, () => models.recognise(samples, length));
  for (const count of [1, 3, 10])
    await benchShare(`translation of ${count} sentences`, () => models.translate(sentences.slice(0, count)));
}
