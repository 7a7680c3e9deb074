import { formatCsv } from '#shared/export/csv.ts';
import { spellUnsure, unsureLabel } from '#shared/export/explain-marks.ts';
import { notUnderstood } from '#shared/languages.ts';
import { mediumConfidenceFrom } from '#shared/limits.ts';
import { applySpeakers, listSpeakers, nameSpeakers } from '#shared/speakers.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { baseNameOf, type DownloadFile, packEverything } from './downloads.ts';
import { englishOf, fetchResult, type KeptResult, resultStore } from './result-store.ts';

type Source = { api: ApiClient; owner: string; now: number };

/** A result as it is on this device where that has what the account has not, or the account is out of reach. */
async function readResult(id: string, { api, owner, now }: Source): Promise<KeptResult> {
  const known = await resultStore.read(id, owner);
  if (known !== undefined && !known.isSaved) return known;
  try {
    const kept = await fetchResult(api, id, now);
    return { ...kept, recording: kept.recording ?? known?.recording };
  } catch (error) {
    if (known !== undefined) return known;
    throw error;
  }
}

const columns =
  'file,title,date,seconds,somali_as_heard,somali,english,somali_confidence,english_confidence,marks,speakers';

const countOf = (text: string, mark: string) => text.split(mark).length - 1;

function rowOf({ result, edited, madeAt }: KeptResult): string[] {
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

const formatTable = (kept: readonly KeptResult[]): DownloadFile => ({
  name: 'somali-speech.csv',
  mimeType: 'text/csv;charset=utf-8',
  content: formatCsv([columns.split(','), ...kept.map(rowOf)]),
});

export async function buildChosen(kind: 'csv' | 'zip', ids: readonly string[], from: Source): Promise<DownloadFile> {
  const kept: KeptResult[] = [];
  for (const id of ids) kept.push(await readResult(id, from));
  if (kind === 'csv') return formatTable(kept);
  const sources = kept.map((each) => ({ ...each, isAsHeard: false }));
  const content = await packEverything(sources, [formatTable(kept)]);
  return { name: 'somali-speech.zip', mimeType: 'application/zip', content };
}
