import type { ProgramSettings, VerboseText } from '#shared/contract/programs.ts';
import type { Transcription } from '#shared/contract/transcription.ts';
import { timeTranslation } from '#shared/export/retime-words.ts';
import { cuesFromWords, formatSrt, formatVtt } from '#shared/export/subtitles.ts';
import { nameSpeakers } from '#shared/speakers.ts';

export type Task = VerboseText['task'];

function describeText(task: Task, from: Transcription, granularities: readonly string[]): VerboseText {
  const isSomali = task === 'transcribe';
  const { transcript, translation, words, segments, durationSeconds: duration, engine, warnings } = from;
  const spans = segments.map(({ startSeconds: start, endSeconds: end, speaker, ...segment }, id) => {
    const { confidence, translationConfidence = null } = segment;
    if (isSomali) return { id, start, end, text: segment.transcript, confidence, speaker };
    return { id, start, end, text: segment.translation, confidence: translationConfidence, speaker };
  });
  const spoken = words.flatMap(({ text: word, startSeconds: start, endSeconds: end, confidence, speaker }) =>
    word === '' ? [] : [{ word, start, end, confidence, speaker }],
  );
  // When an English word was said is not known.
  const hasWords = isSomali && granularities.includes('word');
  return {
    task,
    duration,
    ...(isSomali
      ? { language: 'somali', text: transcript, confidence: from.transcriptConfidence }
      : { language: 'english', text: translation, confidence: from.translationConfidence }),
    ...((!hasWords || granularities.includes('segment')) && { segments: spans }),
    ...(hasWords && { words: spoken }),
    engine,
    warnings,
  };
}

/** A result in the form that was asked for: a text, or an object for JSON. */
export function writeText(task: Task, from: Transcription, settings: ProgramSettings) {
  const { response_format: format = 'json', 'timestamp_granularities[]': granularities = [] } = settings;
  const isSomali = task === 'transcribe';
  const text = isSomali ? from.transcript : from.translation;
  const nameOf = nameSpeakers(isSomali ? 'so' : 'en');
  const listCues = () =>
    cuesFromWords(isSomali ? from.words : timeTranslation(from.segments, text), from.durationSeconds);
  if (format === 'verbose_json') return describeText(task, from, granularities);
  if (format === 'srt') return formatSrt(listCues(), nameOf);
  if (format === 'vtt') return formatVtt(listCues(), from.warnings, nameOf);
  return format === 'text' ? `${text}\n` : { text };
}
