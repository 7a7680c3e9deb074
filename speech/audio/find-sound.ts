import { mkdtempDisposable, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DetectedFormat, detectFormat } from './detect-format.ts';
import { opusStartSeconds } from './ffmpeg/arguments.ts';
import type { AudioDecoder, ConversionJob, ConversionOutcome, SoundChoice, TakeOutput } from './ffmpeg/decoder.ts';

export type ConvertOptions = {
  maxSeconds: number;
  signal?: AbortSignal | undefined;
  decoder: Pick<AudioDecoder, 'convert'>;
  /** What is known of the file's voice; else it is looked for. */
  sound?: SoundChoice | undefined;
};

type ConversionOutput = Pick<ConversionJob, 'outputArguments' | 'maxOutputBytes' | 'isCopied' | 'isMeasured'>;

/** Where the output goes, as it comes. A better choice of track or channels begins it anew. */
export type ConversionSink = {
  write: TakeOutput;
  restart(): void;
  /** Level of what was written, in dBFS; without it the first mix of the channels stays. */
  measureLevel?(): number;
};

/** Keeps the output in memory of its own, which begins where floats may. */
export function collectOutput() {
  const chunks: Uint8Array[] = [];
  return {
    write: (chunk: Uint8Array) => void chunks.push(chunk),
    restart: () => void chunks.splice(0),
    join: () => new Uint8Array(Buffer.concat(chunks)),
  };
}

type Measured = { outcome: ConversionOutcome; level: number };
type Convert = (sound: SoundChoice, output: ConversionOutput, sink: ConversionSink) => Promise<ConversionOutcome>;

/** A voice is hardly ever fainter, over a whole recording. */
const faintDecibels = -35;
/** A channel this much below the loudest has no voice that the loudest has not. */
const silentBelowDecibels = 30;
const silenceDecibels = -75;
/** How much more than by the number of its channels a mix may be below the loudest of them. */
const mixingLossDecibels = 6;

/** Channels that FFmpeg leaves out of a mix by the layout that it guesses from their number: low frequencies, width, height. */
const isLeftOut = (count: number, channel: number): boolean =>
  count === 16 ? channel > 7 : count === 3 ? channel === 2 : count > 5 && count < 9 && channel === 3;

/** What to mix instead where channels cancelled each other or the voice was left out; `undefined`: the mix is good. */
export function chooseChannels(
  { channelLevels: levels, isLayoutGuessed }: Pick<ConversionOutcome, 'channelLevels' | 'isLayoutGuessed'>,
  mixedLevel: number,
  { track, channels }: SoundChoice,
): SoundChoice | undefined {
  const all = levels.map((_, channel) => channel);
  const loudest = Math.max(...levels);
  // More channels than FFmpeg has a layout for: none was mixed.
  if (loudest === Number.NEGATIVE_INFINITY && levels.length > 8 && !channels) return { track, channels: all };
  if (levels.length < 2 || loudest < silenceDecibels || channels?.length === 1) return undefined;
  const active = all.filter((channel) => (levels[channel] ?? 0) > loudest - silentBelowDecibels);
  const count = channels?.length ?? levels.length;
  const isLost = loudest - mixedLevel > 20 * Math.log10(count) + mixingLossDecibels;
  const isHalf = !channels && isLayoutGuessed && active.some((channel) => isLeftOut(levels.length, channel));
  if (!isLost && !isHalf && (!channels || active.length === count)) return undefined;
  const isMixOfActive = count === active.length && (channels !== undefined || levels.length === 2);
  return { track, channels: isMixOfActive ? [levels.indexOf(loudest)] : active };
}

/** Each channel alone, where they are not known to be one sound: what a mix may drown. */
function listChannels({ outcome, level }: Measured, { track, channels }: SoundChoice): SoundChoice[] {
  const { channelLevels: levels, tracks } = outcome;
  const isOneSound = levels.length > 0 && Math.max(...levels) - Math.min(...levels, level) < 0.5;
  if (isOneSound || channels?.length === 1 || tracks[track]?.channels === 1) return [];
  const audible = (levels.length > 0 ? levels : [0, 0]).map((each, channel) => (each > silenceDecibels ? channel : -1));
  return audible.filter((channel) => channel >= 0).map((channel) => ({ track, channels: [channel] }));
}

/** The track that the file wants played, then the others. */
function orderTracks({ tracks }: ConversionOutcome): SoundChoice[] {
  const marked = tracks.findIndex(({ isDefault }) => isDefault);
  const wanted = Math.max(0, marked);
  const others = tracks.flatMap((_, track) => (track === wanted ? [] : [{ track }]));
  return [{ track: wanted }, ...others];
}

/** Many channels are measured always, two where little is left of them: in opposite phase they cancel each other. */
const needsMeasuring = ({ outcome, level }: Measured, { track }: SoundChoice): boolean => {
  const channels = outcome.tracks[track]?.channels ?? 1;
  return channels === 'many' || (channels === 2 && level < faintDecibels);
};

async function convertBest(convert: Convert, output: ConversionOutput, sink: ConversionSink, known?: SoundChoice) {
  let sound = known ?? { track: 0 };
  const run = async (choice: SoundChoice, isMeasured = false): Promise<Measured> => {
    sound = choice;
    sink.restart();
    const outcome = await convert(choice, { ...output, isMeasured }, sink);
    return { outcome, level: sink.measureLevel?.() ?? 0 };
  };
  let found = await run(sound);
  const [wanted = sound, ...others] = orderTracks(found.outcome);
  if (!known && wanted.track !== sound.track) found = await run(wanted);
  if (!known?.channels && sink.measureLevel && needsMeasuring(found, sound)) {
    found = await run(sound, true);
    // Once for what was lost, and once more where even that is lost.
    for (let round = 0; round < 3; round++) {
      const better = chooseChannels(found.outcome, found.level, sound);
      if (!better) break;
      found = await run(better, true);
    }
  }
  return { outcome: found.outcome, sound, otherSounds: [...listChannels(found, sound), ...others] };
}

/** Of several frames in a sample of an MP4 FFmpeg's decoder takes the first: its demuxer of AMR parts them. */
async function takeOutAmr(convert: Convert, path: string) {
  const { size } = await stat(path);
  const taken = collectOutput();
  await convert({ track: 0 }, { outputArguments: ['-f', 'amr'], maxOutputBytes: size, isCopied: true }, taken);
  const folder = await mkdtempDisposable(join(tmpdir(), 'frames-'));
  const framesPath = join(folder.path, 'frames');
  await writeFile(framesPath, taken.join(), { mode: 0o600 });
  return { path: framesPath, [Symbol.asyncDispose]: folder.remove };
}

/** An index of less a second lies: the thinnest speech has 600. */
const leastBytesPerSecond = 100;

/** What FFmpeg says of a length from headers; of pictures and sound it tells only the longer. */
function readDeclared({ container, isOpus }: DetectedFormat, outcome: ConversionOutcome, size: number): number {
  const { streamCount, declaredSeconds = 0 } = outcome;
  if (container === 'wav' || (container !== 'mp3' && streamCount !== 1)) return 0;
  // What Opus throws away at the beginning is counted.
  const seconds = declaredSeconds - (isOpus && container !== 'webm' ? opusStartSeconds : 0);
  return size / declaredSeconds < leastBytesPerSecond ? 0 : seconds;
}

/** Converts what of a file a person would call its sound: the wanted track, the channels with the voice. */
export async function convertSound(
  path: string,
  output: ConversionOutput,
  { maxSeconds, signal, sound, decoder }: ConvertOptions,
  sink: ConversionSink,
) {
  const source = await detectFormat(path);
  const convertFrom =
    (inputPath: string, from: DetectedFormat): Convert =>
    (choice, wanted, { write }) =>
      decoder.convert({ inputPath, source: from, ...wanted, sound: choice, maxSeconds, signal }, write);
  await using frames = source.isPackedAmr ? await takeOutAmr(convertFrom(path, source), path) : undefined;
  const convert = convertFrom(frames?.path ?? path, frames ? { container: 'amr', isOpus: false } : source);
  const found = await convertBest(convert, output, sink, sound);
  const declaredSeconds = readDeclared(source, found.outcome, (await stat(path)).size);
  return { ...found, declaredSeconds, missing: source.missing ?? 0 };
}

/** Headers round, and codecs begin late: less than both of these is no loss. */
const lossSeconds = 0.5;
const lossShare = 0.05;

/** What the container says of its length, 0 where it does not, and which share of its bytes is missing. */
type Length = { declaredSeconds: number; missing: number };

/** The container promises more than the seconds that came out: it was cut, or is damaged. */
export function isPartOf(seconds: number, { declaredSeconds, missing }: Length): boolean {
  const promised = Math.max(declaredSeconds, seconds / (1 - Math.min(missing, 0.99)));
  return promised - seconds > Math.max(lossSeconds, lossShare * promised);
}
