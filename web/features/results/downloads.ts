import { englishOf } from '#shared/edited-texts.ts';
import { formatBilingualText, outdatedNote } from '#shared/export/bilingual-text.ts';
import { formatDialogues } from '#shared/export/dialogue.ts';
import { formatResultJson } from '#shared/export/result-json.ts';
import { baseNameOf } from '#shared/export/results-table.ts';
import { retimeWords, timeTranslation } from '#shared/export/retime-words.ts';
import { cuesFromWords, formatSrt, formatVtt } from '#shared/export/subtitles.ts';
import type { Language } from '#shared/languages.ts';
import { applySpeakers, nameSpeakers } from '#shared/speakers.ts';
import type { TranscribedWord } from '#shared/transcript.ts';
import type { AudioFile } from '../../lib/audio-player.ts';
import type { DownloadFile } from '../../lib/hand-over.ts';
import type { Dictionaries } from '../../lib/text-registry.ts';
import type { KeptResult } from './result-store.ts';

export type DownloadSource = Pick<KeptResult, 'result' | 'edited' | 'recording'> & {
  /** The Somali on show is what was heard, so its subtitles are of that. */
  isAsHeard: boolean;
};

const shownWords = ({ isAsHeard, result, edited }: DownloadSource): TranscribedWord[] =>
  isAsHeard ? result.words.map((word) => ({ ...word, text: word.raw })) : retimeWords(result.words, edited.transcript);

/** Words and segments with their speakers as the owner has them. */
function giveSpeakers(source: DownloadSource): DownloadSource {
  const { result, edited } = source;
  const { again, speakers } = edited;
  const { segments } = applySpeakers({ ...result, segments: again?.segments ?? [] }, speakers);
  return {
    ...source,
    result: { ...result, ...applySpeakers(result, speakers) },
    edited: { ...edited, again: again && { ...again, segments } },
  };
}

/** The ending that players know the recording by; by its bytes, since every recording is called `recording.wav`. */
async function audioEnding({ bytes, fileName }: AudioFile): Promise<string> {
  const { sniffBytes, sniffContainer } = await import('#shared/audio/sniff-container.ts');
  const container = sniffContainer(new Uint8Array(bytes, 0, Math.min(sniffBytes, bytes.byteLength)));
  if (container === 'mp4') return 'm4a';
  return container ?? fileName.split('.').at(-1) ?? 'audio';
}

/** Every other download of each in one file, and further files with them. */
export async function packEverything(
  sources: readonly DownloadSource[],
  others: readonly DownloadFile[] = [],
): Promise<ArrayBuffer> {
  const { buildArchive } = await import('#shared/export/archive.ts');
  const files = [...others];
  for (const source of sources)
    for (const kind of availableKinds(source)) if (kind !== 'zip') files.push(await buildDownload(kind, source));
  const encoder = new TextEncoder();
  return buildArchive(
    files.map(({ name, content, mimeType }) => ({
      name,
      bytes: typeof content === 'string' ? encoder.encode(content) : new Uint8Array(content),
      isCompressed: mimeType.startsWith('audio/'),
    })),
  ).buffer;
}

type Contents = Dictionaries['demo']['results']['download']['contents'];

type Made = { ending: string; mimeType: string; content: string | ArrayBuffer };

const text = (ending: string, type: string, content: string): Made => ({
  ending,
  mimeType: `${type};charset=utf-8`,
  content,
});

/** Subtitles of one language: of the Somali on show, or of the English in force. */
const subtitlesIn = (format: 'srt' | 'vtt', language: Language) => (from: DownloadSource) => {
  const { result, edited } = from;
  const english = () => timeTranslation(englishOf(from).segments, edited.translation);
  const cues = cuesFromWords(language === 'so' ? shownWords(from) : english(), result.durationSeconds);
  const nameOf = nameSpeakers(language, edited.speakers?.names);
  return format === 'srt'
    ? text(`${language}.srt`, 'application/x-subrip', formatSrt(cues, nameOf))
    : text(`${language}.vtt`, 'text/vtt', formatVtt(cues, result.warnings, nameOf));
};

function bilingualTexts(source: DownloadSource) {
  const { result, edited } = source;
  const { isOutdated, segments } = englishOf(source);
  const texts = formatDialogues({ ...result, ...edited, segments }, edited.speakers?.names);
  const translation = isOutdated ? `[${outdatedNote}]\n${texts.translation}` : texts.translation;
  return { ...texts, translation, warnings: result.warnings };
}

/** What packs and writes Word is fetched when first used. */
async function makeWord(source: DownloadSource): Promise<Made> {
  const { buildDocx, docxMimeType } = await import('#shared/export/docx.ts');
  return { ending: 'docx', mimeType: docxMimeType, content: buildDocx(bilingualTexts(source)).buffer };
}

async function copyRecording({ recording }: DownloadSource): Promise<Made> {
  if (recording === undefined) throw new Error('The recording is not on this device');
  return { ending: await audioEnding(recording), mimeType: recording.mimeType, content: recording.bytes };
}

/** Every download, in the order in which it is offered, what most people want first; what is of one language ends in it. */
const downloads = {
  txt: {
    contents: 'text',
    make: (from) => text('txt', 'text/plain', formatBilingualText(bilingualTexts(from))),
  },
  docx: { contents: 'word', make: makeWord },
  audio: { contents: 'recording', make: copyRecording },
  'srt-so': { contents: 'somaliSubtitles', make: subtitlesIn('srt', 'so') },
  'srt-en': { contents: 'englishSubtitles', make: subtitlesIn('srt', 'en') },
  'vtt-so': { contents: 'somaliSubtitles', make: subtitlesIn('vtt', 'so') },
  'vtt-en': { contents: 'englishSubtitles', make: subtitlesIn('vtt', 'en') },
  json: { contents: 'data', make: (from) => text('json', 'application/json', formatResultJson(from)) },
  zip: {
    contents: 'everything',
    make: async (from) => ({ ending: 'zip', mimeType: 'application/zip', content: await packEverything([from]) }),
  },
} satisfies Record<string, { contents: keyof Contents; make: (from: DownloadSource) => Made | Promise<Made> }>;

export type DownloadKind = keyof typeof downloads;

/** What a person reads or hears without a program made for it. */
export const isPlain = (kind: DownloadKind): boolean => ['txt', 'docx', 'audio'].includes(kind);

/** `Text (TXT)`, in the words of a language. */
export function nameDownload(kind: DownloadKind, words: Contents): string {
  const format = kind.split('-')[0]?.toUpperCase();
  return kind === 'audio' ? words.recording : `${words[downloads[kind].contents]} (${format})`;
}

/** What can be made of a result: without its recording no sound, and no subtitles of English that is out of date. */
export function availableKinds(source: DownloadSource): readonly DownloadKind[] {
  const { isOutdated } = englishOf(source);
  return (Object.keys(downloads) as DownloadKind[])
    .filter((kind) => kind !== 'audio' || source.recording !== undefined)
    .filter((kind) => !isOutdated || !kind.endsWith('-en'));
}

export async function buildDownload(kind: DownloadKind, source: DownloadSource): Promise<DownloadFile> {
  const { ending, ...file } = await downloads[kind].make(giveSpeakers(source));
  return { name: `${baseNameOf(source.result)}.${ending}`, ...file };
}
