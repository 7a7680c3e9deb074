import { nameSpeakers } from '../speakers.ts';
import type { TranscribedWord, TranscriptionWarning } from '../transcript.ts';
import { headLines } from './bilingual-text.ts';
import { unsureLabel } from './explain-marks.ts';

export type Cue = Pick<TranscribedWord, 'startSeconds' | 'endSeconds' | 'text' | 'speaker'>;

/** Common practice for subtitles: two lines of 42 characters, at most 6 s, at least 1 s where the next cue allows it. */
const maxCueCharacters = 84;
const maxLineCharacters = 42;
const maxCueSeconds = 6;
const minCueSeconds = 1;
/** What even words without time of their own get: text that its owner put in where nothing was said. */
const shortestCueSeconds = 0.5;
const newCueAfterPauseSeconds = 0.8;

const endsSentence = (text: string) => /[.?!\]]$/.test(text) && !text.endsWith(unsureLabel);

function startsNewCue(cue: Cue, word: TranscribedWord): boolean {
  return (
    endsSentence(cue.text) ||
    (word.speaker ?? cue.speaker) !== cue.speaker ||
    cue.text.length + 1 + word.text.length > maxCueCharacters ||
    word.endSeconds - cue.startSeconds > maxCueSeconds ||
    word.startSeconds - cue.endSeconds > newCueAfterPauseSeconds
  );
}

/** A cue stays long enough to be read, but never into the next one. */
function holdLongEnough(cues: readonly Cue[]): Cue[] {
  return cues.map((cue, at) => {
    const wanted = Math.max(cue.endSeconds, cue.startSeconds + minCueSeconds);
    return { ...cue, endSeconds: Math.min(wanted, Math.max(cue.endSeconds, cues[at + 1]?.startSeconds ?? wanted)) };
  });
}

function joinToPrevious(cues: Cue[], at: number): void {
  const [before, cue] = [cues[at - 1], cues[at]];
  if (!before || !cue) return;
  cues.splice(at - 1, 2, { ...before, text: `${before.text} ${cue.text}`, endSeconds: cue.endSeconds });
}

/** Joins neighbours that have no time of their own, and as many more as the recording has no room for. */
function joinCrowded(cues: Cue[], recordingSeconds: number): void {
  const lengthWith = (at: number) => `${cues[at - 1]?.text} ${cues[at]?.text}`.length;
  for (let at = cues.length - 1; at > 0; at--) {
    const together = (cues[at]?.endSeconds ?? 0) - (cues[at - 1]?.startSeconds ?? 0);
    if (together < shortestCueSeconds && lengthWith(at) <= maxCueCharacters) joinToPrevious(cues, at);
  }
  while (cues.length > 1 && cues.length * shortestCueSeconds > recordingSeconds) {
    const places = cues.slice(1).map((_, at) => at + 1);
    joinToPrevious(
      cues,
      places.reduce((best, at) => (lengthWith(at) < lengthWith(best) ? at : best)),
    );
  }
}

/** Half a second for every cue, taken from its neighbours: first each moves behind the one before, then back. */
function makeRoom(cues: readonly Cue[], recordingSeconds: number): Cue[] {
  const shortest = Math.min(shortestCueSeconds, recordingSeconds);
  let bound = 0;
  const pushed = cues.map((cue) => {
    const startSeconds = Math.max(bound, cue.startSeconds);
    bound = Math.max(startSeconds + shortest, cue.endSeconds);
    return { ...cue, startSeconds, endSeconds: bound };
  });
  bound = recordingSeconds;
  return pushed
    .toReversed()
    .map((cue) => {
      const endSeconds = Math.min(bound, cue.endSeconds);
      bound = Math.min(cue.startSeconds, endSeconds - shortest);
      return { ...cue, startSeconds: bound, endSeconds };
    })
    .toReversed();
}

/** Cut at sentences, pauses and readable lengths; none ends after the recording. */
export function cuesFromWords(words: readonly TranscribedWord[], recordingSeconds = Number.POSITIVE_INFINITY): Cue[] {
  const cues: Cue[] = [];
  for (const word of words) {
    const current = cues.at(-1);
    if (word.text === '') {
      if (current) current.endSeconds = word.endSeconds;
    } else if (current && !startsNewCue(current, word)) {
      current.text += ` ${word.text}`;
      current.endSeconds = word.endSeconds;
    } else {
      const { startSeconds, endSeconds, text, speaker } = word;
      cues.push({ startSeconds, endSeconds, text, speaker });
    }
  }
  const wholeMilliseconds = Math.floor(recordingSeconds * 1000) / 1000;
  joinCrowded(cues, wholeMilliseconds);
  return makeRoom(holdLongEnough(cues), wholeMilliseconds);
}

/** Breaks a cue's text into lines of at most 42 characters where its words allow it. */
function breakLines(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= maxLineCharacters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** `01:02:03,450`, within a day; SRT separates the milliseconds by a comma, WebVTT by a full stop. */
function formatTime(seconds: number, separator: ',' | '.'): string {
  const moment = new Date(Math.max(0, Math.round(seconds * 1000)));
  return moment.toISOString().slice(11, 23).replace('.', separator);
}

/** SubRip: numbered cues, CRLF as most players write it; a speaker is named where another begins. */
export function formatSrt(cues: readonly Cue[], nameOf = nameSpeakers('so')): string {
  const blocks = cues.map(({ startSeconds, endSeconds, text, speaker }, at) => [
    String(at + 1),
    `${formatTime(startSeconds, ',')} --> ${formatTime(endSeconds, ',')}`,
    ...breakLines(speaker && speaker !== cues[at - 1]?.speaker ? `${nameOf(speaker)}: ${text}` : text),
    '',
  ]);
  return blocks
    .flat()
    .map((line) => `${line}\r\n`)
    .join('');
}

const escapeVtt = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** WebVTT (W3C): a note for each warning about the file, then cues, with `<v Name>` where speakers were told apart. */
export function formatVtt(
  cues: readonly Cue[],
  warnings: readonly TranscriptionWarning[] = [],
  nameOf = nameSpeakers('so'),
): string {
  const notes = headLines({ warnings }).flatMap((line) => ['', `NOTE ${line}`]);
  const blocks = cues.map(({ startSeconds, endSeconds, text, speaker }) => [
    '',
    `${formatTime(startSeconds, '.')} --> ${formatTime(endSeconds, '.')}`,
    `${speaker ? `<v ${escapeVtt(nameOf(speaker))}>` : ''}${breakLines(text).map(escapeVtt).join('\n')}`,
  ]);
  return `${['WEBVTT', ...notes, ...blocks.flat()].join('\n')}\n`;
}
