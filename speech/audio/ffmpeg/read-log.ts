/** `channels`: 1, 2, or `many`. */
export type SoundTrack = { isDefault: boolean; channels: 1 | 2 | 'many' };

export type RunLog = {
  /** Its last lines of complaint; `''` when it had none. */
  complaints: string;
  tracks: SoundTrack[];
  /** How many streams there are, pictures and subtitles among them. */
  streamCount: number;
  /** FFmpeg made up which speaker each channel is for. */
  isLayoutGuessed: boolean;
  /** Of each channel over the whole track, in dBFS, −Infinity for silence; where a job asked for it. */
  channelLevels: number[];
  /** The container's length by its header or index; nothing where FFmpeg only estimates it. */
  declaredSeconds?: number;
};

export const emptyLog = (): RunLog => ({
  complaints: '',
  tracks: [],
  streamCount: 0,
  isLayoutGuessed: false,
  channelLevels: [],
});

const mostComplaints = 20;
const longestLine = 400;
const durationLine = /^\[info\] +Duration: (\d+):(\d+):([\d.]+), (?:start: ([\d.]+))?/;

const readLevel = (text: string) => (/nan|inf/.test(text) ? Number.NEGATIVE_INFINITY : Number(text));

function countChannels(layout: string): SoundTrack['channels'] {
  if (/^(?:mono|1 channels)/.test(layout)) return 1;
  return /^(?:stereo|downmix|2 channels)/.test(layout) ? 2 : 'many';
}

/** Reads the lines that FFmpeg writes with `-loglevel level+info`, in the words of its versions 5 to 7. */
export function createLogReader() {
  const log = emptyLog();
  const complaints: string[] = [];
  let isInput = true;

  function readInput(line: string): void {
    const [, hours, minutes, seconds, start = 0] = durationLine.exec(line) ?? [];
    const end = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    // Some count from 0, some from where their clock begins.
    if (hours) log.declaredSeconds = end - (end > Number(start) ? Number(start) : 0);
    if (/^\[info\] +Stream #0:/.test(line)) {
      log.streamCount += 1;
      const [, layout] = line.split(' Hz, ');
      if (line.includes(': Audio: ') && layout)
        log.tracks.push({ isDefault: line.includes('(default)'), channels: countChannels(layout) });
    }
    if (line.includes('Guessed Channel Layout')) log.isLayoutGuessed = true;
    if (/^\[info\] (?:Stream mapping|Output #)/.test(line)) isInput = false;
  }

  return {
    read(line: string): void {
      if (isInput) readInput(line);
      const [, level] = /\[info\] RMS level dB: (\S+)/.exec(line) ?? [];
      if (level) log.channelLevels.push(readLevel(level));
      // Then what it says of the length is a guess.
      if (line.includes('Estimating duration from bitrate')) delete log.declaredSeconds;
      if (!/\[(?:error|fatal|panic)\] /.test(line)) return;
      complaints.push(line.replace(/\[(?:error|fatal|panic)\] /, '').slice(0, longestLine));
      if (complaints.length > mostComplaints) complaints.shift();
    },
    end: (): RunLog => ({ ...log, complaints: complaints.join('\n') }),
  };
}
