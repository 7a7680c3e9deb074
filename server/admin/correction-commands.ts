import path from 'node:path';
import { shareOfWordsChanged } from '#shared/export/retime-words.ts';
import { signedUrlValidSeconds } from '#shared/limits.ts';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../db/database.ts';
import { exportTrainingExamples } from '../feedback/export-training-examples.ts';
import { listTrainingExamples, saveReview } from '../feedback/store.ts';
import type { Storage } from '../storage/storage.ts';
import { showText } from './show-text.ts';
import { adminUsage } from './usage.ts';

type Parts = { db: Db; storage: Pick<Storage, 'signUrl' | 'fetchTo'>; clock: Clock; actor: string };

async function review({ db, storage, clock, actor }: Parts, [asked, verdict]: string[]) {
  const waiting = (await listTrainingExamples(db)).filter(({ isChecked }) => !isChecked);
  const example = asked === undefined ? waiting[0] : waiting.find(({ id }) => id === asked);
  if (!example && asked === undefined) return { text: 'Nothing waits to be checked.', data: null };
  if (!example) throw new Error(`No unchecked correction is called ${asked}.`);
  const { id, heard, audioKey } = example;
  const { transcript } = example.correction;
  if (verdict === 'accept' || verdict === 'refuse') {
    const isAccepted = verdict === 'accept';
    await saveReview(db, id, { transcript, isAccepted, by: actor, at: clock.now().toISOString() });
    return { text: `${id}: ${verdict}. ${waiting.length - 1} wait.`, data: { id, isAccepted } };
  }
  const audioUrl = await storage.signUrl({ key: audioKey, transcriptionId: id }, signedUrlValidSeconds);
  const changed = shareOfWordsChanged(heard, transcript);
  const data = { id, heard, corrected: transcript, changed, audioUrl, waiting: waiting.length };
  const text = [
    `${id}: ${Math.round(changed * 100)} % of the words changed; ${waiting.length} wait`,
    `heard:      ${showText(heard)}`,
    `corrected:  ${showText(transcript)}`,
    `listen (${signedUrlValidSeconds / 60} min): ${audioUrl}`,
    `then:       npm run admin -- corrections review ${id} accept|refuse`,
  ].join('\n');
  return { text, data };
}

export async function runCorrectionCommand(parts: Parts, action: string | undefined, options: string[]) {
  if (action === 'review') return review(parts, options);
  const [folder] = options;
  if (action !== 'export' || !folder || !path.isAbsolute(folder)) throw new Error(adminUsage);
  const recordings = await exportTrainingExamples(parts, folder, options.includes('--unchecked'));
  return { text: `Recordings in ${folder}: ${recordings}`, data: { recordings, folder } };
}
