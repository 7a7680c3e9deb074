import { glossedSentence, type Language } from '../languages.ts';
import type { TranscriptionWarning } from '../transcript.ts';
import { explainMarks, spellUnsure } from './explain-marks.ts';

export type ExportedTexts = {
  transcript: string;
  rawTranscript: string;
  translation: string;
  warnings?: readonly TranscriptionWarning[];
};

/** What of a recording is not in its text: said wherever the text goes, since its reader has no page that says it. */
const losses = {
  PART_MISSING: {
    so: 'Qayb ka mid ah duubista ayaa maqan, qoraalkuna ma dhammaystirna.',
    en: 'A part of the recording is missing, and the text is not complete.',
  },
  OTHER_TRACKS: {
    so: 'Faylku wuxuu leeyahay dhowr cod oo kala gooni ah. Mid keliya ayaa qoraal laga dhigay.',
    en: 'The file has several sound tracks. Only one of them is in the text.',
  },
};

export const describeLosses = (warnings: readonly TranscriptionWarning[], language: Language): string[] =>
  (Object.keys(losses) as (keyof typeof losses)[])
    .filter((warning) => warnings.includes(warning))
    .map((warning) => losses[warning][language]);

export const headLines = ({ warnings = [] }: Pick<ExportedTexts, 'warnings'>): string[] =>
  (['so', 'en'] as const).flatMap((language) => describeLosses(warnings, language));

/** In the two languages of the file, whatever the reader's is. */
export const machineNotes = {
  so: 'Qoraalkan waxaa sameeyey mashiin. Fadlan hubi ka hor intaadan isticmaalin.',
  en: 'This text was made by a machine. Please check it before you rely on it.',
};

/** Over English whose Somali was corrected after it was made. */
export const outdatedNote =
  'Waxaa la sameeyey ka hor intaan Soomaaliga la saxin / Made before the Somali was corrected';

/** What was not understood on lines of its own: else a reader takes it for one of the sentences around it. */
const setOff = (english: string) => english.split(glossedSentence).filter(Boolean).join('\n');

type DocumentSection = { heading: string; text: string; language: Language; legend?: string };

/** The order of every document; headings in both languages, because files travel to readers of either. */
export const documentSections = (texts: ExportedTexts): DocumentSection[] => [
  { heading: 'Af-Soomaali (la hagaajiyey / enhanced)', text: texts.transcript, language: 'so' },
  {
    heading: 'English (turjumaad / translation)',
    text: setOff(spellUnsure(texts.translation)),
    language: 'en',
    legend: explainMarks(spellUnsure(texts.translation)),
  },
  { heading: 'Af-Soomaali (sidii loo maqlay / as heard)', text: texts.rawTranscript, language: 'so' },
];

export function formatBilingualText(texts: ExportedTexts): string {
  const body = documentSections(texts).map(
    ({ heading, text, legend }) =>
      `${heading}\n${'-'.repeat(heading.length)}\n${text}\n${legend ? `\n${legend}\n` : ''}`,
  );
  const head = headLines(texts).map((line) => `${line}\n`);
  return `${head.join('')}${head.length > 0 ? '\n' : ''}${body.join('\n')}\n${machineNotes.so}\n${machineNotes.en}\n`;
}
