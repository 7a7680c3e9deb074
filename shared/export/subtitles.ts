import { unsureMark } from '../languages.ts';
import type { TranscribedWord } from '../transcript.ts';

/** One subtitle: shown from start to end, in seconds. */
export type Cue = { startSeconds: number; endSeconds: number; text: string };

/** Common practice for subtitles: two lines of 42 characters, at most 6 s, at least 1 s where the next cue allows it. */
const maxCueCharacters = 84;
const maxLineCharacters = 42;
const maxCueSeconds = 6;
const minCueSeconds = 1;
const newCueAfterPauseSeconds = 0.8;

const endsSentence = (text: string) => /(?:[.?!\]]|\(\?\))$/.test(text);

function startsNewCue(cue: Cue, word: TranscribedWord): boolean {
  return (
    (endsSentence(cue.text) && word.text !== unsureMark) ||
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

/** Cues of the enhanced Somali text, cut at sentences, pauses and the length a reader can take in. */
export function cuesFromWords(words: readonly TranscribedWord[]): Cue[] {
  const cues: Cue[] = [];
  for (const word of words) {
    const current = cues.at(-1);
    if (word.text === '') {
      if (current) current.endSeconds = word.endSeconds;
    } else if (current && !startsNewCue(current, word)) {
      current.text += ` ${word.text}`;
      current.endSeconds = word.endSeconds;
    } else {
      cues.push({ startSeconds: word.startSeconds, endSeconds: word.endSeconds, text: word.text });
    }
  }
  return holdLongEnough(cues);
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

/** SubRip: numbered cues, CRLF as most players write it. */
export function formatSrt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startSeconds, endSeconds, text }, at) => [
    String(at + 1),
    `${formatTime(startSeconds, ',')} --> ${formatTime(endSeconds, ',')}`,
    ...breakLines(text),
    '',
  ]);
  return blocks
    .flat()
    .map((line) => `${line}\r\n`)
    .join('');
}

const escapeVtt = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** WebVTT (W3C): header, then cues; `&`, `<` and `>` are escaped in the text. */
export function formatVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startSeconds, endSeconds, text }) => [
    '',
    `${formatTime(startSeconds, '.')} --> ${formatTime(endSeconds, '.')}`,
    ...breakLines(text).map(escapeVtt),
  ]);
  return `${['WEBVTT', ...blocks.flat()].join('\n')}\n`;
}
