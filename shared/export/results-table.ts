import type { Transcription } from '../contract/transcription.ts';
import { type EditedTexts, englishOf } from '../edited-texts.ts';
import { notUnderstood } from '../languages.ts';
import { mediumConfidenceFrom } from '../limits.ts';
import { applySpeakers, listSpeakers, nameSpeakers } from '../speakers.ts';
import { formatCsv } from './csv.ts';
import { spellUnsure, unsureLabel } from './explain-marks.ts';

/** `madeAt`: milliseconds since the epoch. */
type TableRow = { result: Transcription; edited: EditedTexts; madeAt: number };

/** The name of a result's files, without their ending. */
export const baseNameOf = ({ id }: Pick<Transcription, 'id'>): string => `somali-speech-${id.slice(0, 8)}`;

const columns =
  'file,title,date,seconds,somali_as_heard,somali,english,somali_confidence,english_confidence,marks,speakers';

const countOf = (text: string, mark: string) => text.split(mark).length - 1;

function rowOf({ result, edited, madeAt }: TableRow): string[] {
  const { isOutdated, confidence } = englishOf({ result, edited });
  const english = spellUnsure(edited.translation);
  const doubtful = result.words.filter((word) => (word.confidence ?? mediumConfidenceFrom) < mediumConfidenceFrom);
  const counted = { 'unsure words': doubtful.length, 'unsure sentences': countOf(english, unsureLabel) };
  const marks = Object.entries({ ...counted, 'sentences not understood': countOf(english, notUnderstood) });
  return [
    baseNameOf(result),
    edited.title ?? '',
    new Date(madeAt).toISOString(),
    result.durationSeconds.toFixed(1),
    result.rawTranscript,
    edited.transcript,
    english,
    String(result.transcriptConfidence ?? ''),
    String((isOutdated ? null : confidence) ?? ''),
    [...marks.flatMap(([what, count]) => (count > 0 ? [`${what}: ${count}`] : [])), ...result.warnings].join('; '),
    listSpeakers(applySpeakers(result, edited.speakers).words)
      .map(nameSpeakers('en', edited.speakers?.names))
      .join('; '),
  ];
}

/** Many results as CSV, a row each. */
export const formatResultsTable = (rows: readonly TableRow[]): string =>
  formatCsv([columns.split(','), ...rows.map(rowOf)]);
