import { formatResultsTable } from '#shared/export/results-table.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import type { DownloadFile } from '../../lib/hand-over.ts';
import { packEverything } from './downloads.ts';
import { fetchResult, type KeptResult, resultStore } from './result-store.ts';

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

const makeTable = (kept: readonly KeptResult[]): DownloadFile => ({
  name: 'somali-speech.csv',
  mimeType: 'text/csv;charset=utf-8',
  content: formatResultsTable(kept),
});

export async function buildChosen(kind: 'csv' | 'zip', ids: readonly string[], from: Source): Promise<DownloadFile> {
  const kept: KeptResult[] = [];
  for (const id of ids) kept.push(await readResult(id, from));
  if (kind === 'csv') return makeTable(kept);
  const sources = kept.map((each) => ({ ...each, isAsHeard: false }));
  const content = await packEverything(sources, [makeTable(kept)]);
  return { name: 'somali-speech.zip', mimeType: 'application/zip', content };
}
