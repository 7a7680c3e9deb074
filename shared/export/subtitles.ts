import { breakLines, type Cue } from './cues.ts';

/** `01:02:03,450`; SRT separates the milliseconds by a comma, WebVTT by a full stop. */
function formatTime(seconds: number, separator: ',' | '.'): string {
  const milliseconds = Math.max(0, Math.round(seconds * 1000));
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  const hours = Math.floor(milliseconds / 3_600_000);
  const minutes = Math.floor(milliseconds / 60_000) % 60;
  const wholeSeconds = Math.floor(milliseconds / 1000) % 60;
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(wholeSeconds, 2)}${separator}${pad(milliseconds % 1000, 3)}`;
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
