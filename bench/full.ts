import { cpus } from 'node:os';
import { loadTranslator } from '#speech/translation/load-translator.ts';
import { measureRecognition } from './measure-recognition.ts';

const sentences = [
  'Maanta waxaan tagay suuqa si aan u soo iibsado khudaar iyo hilib.',
  'Dhakhtarku wuxuu sheegay in wiilku uu fiican yahay, laakiin waa inuu nasto saddex maalmood.',
  'Roobka ka da’ay gobolka ayaa waddooyinka qaar xiray.',
  'Dowladdu waxay sheegtay in qiimaha shidaalka uu hoos u dhici doono bisha dambe.',
  'Ardayda jaamacaddu waxay bilaabeen imtixaanka sannadka.',
  'Waxaan codsanayaa in warqadda la ii soo diro ka hor khamiista.',
];
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const line = (what: string, figure: string, note = '') =>
  console.log(`${what.padEnd(62)} ${figure.padStart(10)}   ${note}`);

async function timed<T>(work: () => Promise<T>) {
  const before = process.cpuUsage();
  const start = performance.now();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, wall: performance.now() - start, cpu: (user + system) / 1000 };
}

async function benchTranslator(folder: string): Promise<void> {
  const options = {
    intraOpNumThreads: 2,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  const loaded = await timed(() => loadTranslator(folder, options));
  const translator = loaded.value;
  line('translator: loading', seconds(loaded.wall), `${seconds(loaded.cpu)} of processor time`);
  await translator.translate('Haa.');
  for (const count of [1, 3, 6]) {
    const { value, wall, cpu } = await timed(async () => {
      let tokens = 0;
      for (const sentence of sentences.slice(0, count))
        tokens += (await translator.translate(sentence)).tokenLogProbabilities.length;
      return tokens;
    });
    const letters = sentences.slice(0, count).join(' ').length;
    line(
      `translator: ${count} sentences, ${letters} letters, ${value} tokens`,
      seconds(wall),
      `${seconds(cpu)} of processor time, ${(cpu / value).toFixed(0)} ms a token`,
    );
  }
  line('memory, with the translator', `${Math.round(process.memoryUsage().rss / 1e6)} MB`);
}

/** The full models' exact shapes: `npm run bench -- full FOLDER`, a translator made by tests/parity/make_nllb.py. */
export async function run([folder]: readonly string[]): Promise<void> {
  if (!folder) throw new RangeError('usage: npm run bench -- full FOLDER');
  line('processor', String(cpus().length), cpus()[0]?.model);
  await benchTranslator(folder);
  for (const length of [10, 30]) {
    const { stageMilliseconds, ratio } = await measureRecognition({ seconds: length, rounds: 2 });
    line(`recognition of ${length} s, 300M`, seconds(stageMilliseconds), `${ratio.toFixed(3)} of the bare session`);
  }
}
