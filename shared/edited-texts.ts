import type { ResultEdits, Transcription } from './contract/transcription.ts';
import type { Correction, Speakers } from './transcript.ts';

/** The texts of a result as their owner has corrected them, and the name they have given them. */
export type EditedTexts = Correction & {
  title: string | null;
  /** Who spoke, where it is another than the engine told. */
  speakers?: Speakers | null | undefined;
};

type MachineTexts = Pick<Transcription, 'transcript' | 'translation'>;

export function editedOf({ transcript, translation }: MachineTexts, edits?: ResultEdits): EditedTexts {
  const { title = null, speakers = null, correction } = edits ?? {};
  return { title, speakers, ...(correction ?? { transcript, translation, translationOf: transcript }) };
}

type MachineEnglish = Pick<Transcription, 'translation' | 'translationConfidence' | 'segments'>;

/** The English that is in force: whose it is, and the sentences it is made of. */
export function englishOf({ result, edited }: { result: MachineEnglish; edited: EditedTexts }) {
  const { again, translation } = edited;
  const isAgain = again !== undefined && translation === again.translation;
  const isOwn = !isAgain && translation !== result.translation;
  return {
    isOwn,
    isOutdated: edited.translationOf !== edited.transcript,
    segments: again !== undefined && translation !== result.translation ? again.segments : result.segments,
    confidence: isAgain ? again.translationConfidence : isOwn ? null : result.translationConfidence,
  };
}
