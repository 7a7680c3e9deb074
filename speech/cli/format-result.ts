import { formatBilingualText } from '#shared/export/bilingual-text.ts';
import { cuesFromWords, formatSrt, formatVtt } from '#shared/export/subtitles.ts';
import type { SpeechResult } from '../engine/port.ts';

const score = (value: number | null) => (value === null ? 'unknown' : `${value.toFixed(1)}/10`);

function formatSummary(result: SpeechResult): string {
  const { engine, timings } = result;
  const totalSeconds = Object.values(timings).reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000;
  const lines = [
    ['Somali as heard', result.rawTranscript],
    ['Somali enhanced', `${result.transcript}  (confidence ${score(result.transcriptConfidence)})`],
    ['English', `${result.translation}  (confidence ${score(result.translationConfidence)})`],
    [
      'Engine',
      `${engine.recogniser} + ${engine.translator}${engine.isStarter ? ' – starter models: a demonstration, not for real use' : ''}`,
    ],
    ['Time', `${totalSeconds.toFixed(1)} s for ${result.durationSeconds.toFixed(1)} s of audio`],
  ];
  return `${lines.map(([label = '', text = '']) => `${`${label}:`.padEnd(17)} ${text}`).join('\n')}\n`;
}

const formatters = {
  summary: formatSummary,
  json: (result) => `${JSON.stringify(result, null, 2)}\n`,
  srt: ({ words }) => formatSrt(cuesFromWords(words)),
  vtt: ({ words }) => formatVtt(cuesFromWords(words)),
  txt: formatBilingualText,
} satisfies Record<string, (result: SpeechResult) => string>;

export type OutputFormat = keyof typeof formatters;
export const outputFormats = Object.keys(formatters) as OutputFormat[];

export const formatResult = (result: SpeechResult, format: OutputFormat): string => formatters[format](result);
