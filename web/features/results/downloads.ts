import { sniffContainer } from '#shared/audio/sniff-container.ts';
import { formatBilingualText, outdatedNote } from '#shared/export/bilingual-text.ts';
import { cuesFromWords } from '#shared/export/cues.ts';
import { retimeWords, timeTranslation } from '#shared/export/retime-words.ts';
import { formatSrt, formatVtt } from '#shared/export/subtitles.ts';
import type { TranscribedWord } from '#shared/transcript.ts';
import { type DemoResult, type EditedTexts, englishOf, type ResultRecording } from './demo-result.ts';

export const downloadKinds = ['txt', 'docx', 'srt-so', 'srt-en', 'vtt-so', 'vtt-en', 'json', 'audio', 'zip'] as const;
export type DownloadKind = (typeof downloadKinds)[number];

export type DownloadFile = { name: string; mimeType: string; content: string | ArrayBuffer };

export type DownloadSource = {
  result: DemoResult;
  edited: EditedTexts;
  recording: ResultRecording | undefined;
  /** The Somali on show is what was heard, so its subtitles are of that. */
  isAsHeard: boolean;
};

const cleanedWords = ({ result, edited }: DownloadSource): TranscribedWord[] =>
  retimeWords(result.words, edited.cleanedText);
const shownWords = (source: DownloadSource): TranscribedWord[] =>
  source.isAsHeard ? source.result.words.map((word) => ({ ...word, text: word.raw })) : cleanedWords(source);
const englishWords = (source: DownloadSource): TranscribedWord[] =>
  timeTranslation(englishOf(source).segments, source.edited.translation);

function formatJson(source: DownloadSource): string {
  const { result, edited } = source;
  const english = englishOf(source);
  const content = {
    id: result.apiId,
    title: edited.title,
    durationSeconds: result.durationSeconds,
    rawTranscript: result.rawTranscript,
    transcript: edited.cleanedText,
    translation: edited.translation,
    edited: {
      transcript: edited.cleanedText !== result.cleanedText,
      translation: edited.translation !== result.translation,
      /** The Somali was corrected after the English was made of it. */
      isTranslationOutdated: english.isOutdated,
    },
    /** What the engine made of the recording, before anybody corrected it. */
    original: {
      transcript: result.cleanedText,
      translation: result.translation,
      translationConfidence: result.translationConfidence,
      segments: result.segments,
    },
    transcriptConfidence: result.transcriptConfidence,
    translationConfidence: english.isOutdated ? null : english.confidence,
    engine: result.engine,
    warnings: result.warnings,
    words: cleanedWords(source),
    segments: english.segments,
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** The ending that players know the recording by; by its bytes, since every take is called `recording.wav`. */
function audioEnding({ bytes, fileName }: ResultRecording): string {
  const container = sniffContainer(new Uint8Array(bytes, 0, Math.min(64, bytes.byteLength)));
  if (container === 'mp4') return 'm4a';
  return container ?? fileName.split('.').at(-1) ?? 'audio';
}

/** Every other download in one file. */
async function buildEverything(source: DownloadSource): Promise<ArrayBuffer> {
  const { buildArchive } = await import('#shared/export/archive.ts');
  const kinds = availableKinds(source).filter((kind) => kind !== 'zip');
  const files = await Promise.all(kinds.map((kind) => buildDownload(kind, source)));
  const encoder = new TextEncoder();
  return buildArchive(
    files.map(({ name, content }, at) => ({
      name,
      bytes: typeof content === 'string' ? encoder.encode(content) : new Uint8Array(content),
      isCompressed: kinds[at] === 'audio',
    })),
  ).buffer;
}

/** What can be made of a result: without its recording no sound, and no subtitles of English that is out of date. */
export const availableKinds = (source: DownloadSource): readonly DownloadKind[] => {
  const { isOutdated } = englishOf(source);
  return downloadKinds
    .filter((kind) => kind !== 'audio' || source.recording !== undefined)
    .filter((kind) => !isOutdated || (kind !== 'srt-en' && kind !== 'vtt-en'));
};

/** One download, made in the browser from the texts as they were edited. What packs and writes Word is fetched when first used. */
export async function buildDownload(kind: DownloadKind, source: DownloadSource): Promise<DownloadFile> {
  const { result, edited, recording } = source;
  const base = `somali-speech-${result.apiId.slice(0, 8)}`;
  const texts = {
    transcript: edited.cleanedText,
    rawTranscript: result.rawTranscript,
    translation: englishOf(source).isOutdated ? `[${outdatedNote}]\n${edited.translation}` : edited.translation,
  };
  const text = (ending: string, mimeType: string, content: string): DownloadFile => ({
    name: `${base}.${ending}`,
    mimeType: `${mimeType};charset=utf-8`,
    content,
  });
  switch (kind) {
    case 'txt':
      return text('txt', 'text/plain', formatBilingualText(texts));
    case 'srt-so':
      return text('so.srt', 'application/x-subrip', formatSrt(cuesFromWords(shownWords(source))));
    case 'srt-en':
      return text('en.srt', 'application/x-subrip', formatSrt(cuesFromWords(englishWords(source))));
    case 'vtt-so':
      return text('so.vtt', 'text/vtt', formatVtt(cuesFromWords(shownWords(source))));
    case 'vtt-en':
      return text('en.vtt', 'text/vtt', formatVtt(cuesFromWords(englishWords(source))));
    case 'json':
      return text('json', 'application/json', formatJson(source));
    case 'docx': {
      const { buildDocx, docxMimeType } = await import('#shared/export/docx.ts');
      return { name: `${base}.docx`, mimeType: docxMimeType, content: buildDocx(texts).buffer };
    }
    case 'zip':
      return { name: `${base}.zip`, mimeType: 'application/zip', content: await buildEverything(source) };
    case 'audio':
      if (recording === undefined) throw new Error('The recording is not on this device');
      return { name: `${base}.${audioEnding(recording)}`, mimeType: recording.mimeType, content: recording.bytes };
  }
}
