// npm run -s transcribe -- FILE [OPTIONS]: without a file it prints them.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatSentence } from '#platform/format-sentence.ts';
import { describeLosses, formatBilingualText } from '#shared/export/bilingual-text.ts';
import { formatDialogues } from '#shared/export/dialogue.ts';
import { cuesFromWords, formatSrt, formatVtt } from '#shared/export/subtitles.ts';
import { formatDuration } from '#shared/format-duration.ts';
import { isLanguage, type Language, languages } from '#shared/languages.ts';
import {
  readSpeechSettings,
  SpeechError,
  type SpeechResult,
  type StartedEngine,
  startSpeechEngine,
  type TranscribeOptions,
} from '../engine.ts';
import { outOfMemory } from '../speech-error.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { createProgressBar } from './progress.ts';

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
  json: (result) => `${JSON.stringify(result, null, 2)}\n`,
  srt: ({ words, durationSeconds }) => formatSrt(cuesFromWords(words, durationSeconds)),
  vtt: ({ words, durationSeconds, warnings }) => formatVtt(cuesFromWords(words, durationSeconds), warnings),
  txt: (result) => formatBilingualText({ ...formatDialogues(result), warnings: result.warnings }),
} satisfies Record<string, (result: SpeechResult) => string>;

type OutputFormat = keyof typeof formatters;
const outputFormats = Object.keys(formatters) as OutputFormat[];

const usage = `usage: npm run -s transcribe -- FILE [--${outputFormats.join('|--')}] [--speakers N|off]
                                     [--language ${languages.join('|')}] [--any-language]`;

/** npm runs scripts in the project's folder, and says from which one it was called. */
const isRunByNpm = process.env.npm_lifecycle_event === 'transcribe';
const callerFolder = (isRunByNpm && process.env.INIT_CWD) || process.cwd();

/** Makes paths absolute that exist, so that a name which begins with a hyphen is no option. */
const withoutHyphen = (argument: string) => {
  const file = path.resolve(callerFolder, argument);
  return argument.startsWith('-') && existsSync(file) ? file : argument;
};

/** `language` is that of the messages. */
type Request = {
  audioPath: string;
  format: OutputFormat | undefined;
  language: Language;
  hearing: Pick<TranscribeOptions, 'acceptsAnyLanguage' | 'voices'>;
};

function readRequest(args: readonly string[]): Request | undefined {
  const flag = { type: 'boolean', default: false } as const;
  const formats = Object.fromEntries(outputFormats.map((name) => [name, flag])) as Record<OutputFormat, typeof flag>;
  const language = { type: 'string', default: 'en' } as const;
  const options = { ...formats, language, speakers: { type: 'string' }, 'any-language': flag } as const;
  try {
    const { values, positionals } = parseArgs({ args: args.map(withoutHyphen), options, allowPositionals: true });
    const chosen = outputFormats.filter((format) => values[format]);
    const [audioPath] = positionals;
    const { speakers } = values;
    if (!audioPath || positionals.length > 1 || chosen.length > 1 || !isLanguage(values.language)) return undefined;
    if (speakers !== undefined && !/^(?:[1-6]|off)$/.test(speakers)) return undefined;
    return {
      audioPath: path.resolve(callerFolder, audioPath),
      format: chosen[0],
      language: values.language,
      hearing: {
        acceptsAnyLanguage: values['any-language'],
        ...(speakers && { voices: speakers === 'off' ? 1 : Number(speakers) }),
      },
    };
  } catch {
    return undefined;
  }
}

async function transcribe({ audioPath, hearing }: Request, { engine, ready }: StartedEngine): Promise<SpeechResult> {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  const bar = createProgressBar(process.stderr);
  try {
    await Promise.race([ready, once(interrupt.signal, 'abort')]);
    return await engine.transcribe(audioPath, { ...hearing, signal: interrupt.signal, onEvent: bar.show });
  } finally {
    bar.clear();
    await engine.close();
  }
}

/** One line on stderr in the reader's language; the engine's own detail follows in brackets. */
function explain({ code, detail }: SpeechError, language: Language, limitSeconds: number): string {
  const limit = formatDuration(limitSeconds, language);
  const sentence = detail === outOfMemory ? 'ENGINE_OUT_OF_MEMORY' : code;
  return `${formatSentence(sentence, language, { limit })}${detail ? ` [${detail}]` : ''}`;
}

async function main(): Promise<number> {
  const request = readRequest(process.argv.slice(2));
  if (!request) {
    console.error(usage);
    return exitCodes.usage;
  }
  const found = await stat(request.audioPath).catch(() => undefined);
  if (!found?.isFile()) {
    console.error(`${found ? 'This is a folder' : 'No such file'}: ${request.audioPath}`);
    return exitCodes.missingFile;
  }
  if (isRunByNpm && process.env.npm_config_loglevel !== 'silent' && !process.stdout.isTTY) {
    console.error('npm writes lines of its own before this output; npm run -s transcribe leaves them out');
  }
  const settings = readSpeechSettings();
  const started = startSpeechEngine(settings);
  try {
    const result = await transcribe(request, started);
    for (const loss of describeLosses(result.warnings, request.language)) console.error(loss);
    process.stdout.write((request.format ? formatters[request.format] : formatSummary)(result));
    return 0;
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    console.error(explain(error, request.language, settings.maxAudioSeconds));
    if (error.code === 'NOT_SOMALI') console.error(formatSentence('ANY_LANGUAGE', request.language));
    return exitCodeOf(error);
  }
}

process.exitCode = await main();
