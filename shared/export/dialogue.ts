import type { Transcription } from '../contract/transcription.ts';
import { type NameSpeaker, nameSpeakers } from '../speakers.ts';
import type { TranscribedWord } from '../transcript.ts';
import { spellUnsure } from './explain-marks.ts';
import { retimeWords, timeTranslation } from './retime-words.ts';

/** A line for each turn of the words; the text as it is where no speakers were told apart. */
function formatDialogue(text: string, words: readonly TranscribedWord[], nameOf: NameSpeaker): string {
  const lines: string[] = [];
  let before: number | undefined;
  for (const { text: word, speaker = before } of words) {
    const head = speaker === before ? lines.pop() : speaker && `${nameOf(speaker)}:`;
    lines.push([head, word].filter(Boolean).join(' '));
    before = speaker;
  }
  return before === undefined ? text : lines.join('\n');
}

type SpokenTexts = Pick<Transcription, 'transcript' | 'translation' | 'rawTranscript' | 'words' | 'segments'>;

/** The three texts of a recording, which may have been edited, as dialogues by its words and the English's segments. */
export function formatDialogues({ words, segments, ...texts }: SpokenTexts, names?: readonly string[]) {
  const { transcript, translation, rawTranscript } = texts;
  const heard = words.map((word) => ({ ...word, text: word.raw }));
  const english = timeTranslation(segments, translation, spellUnsure);
  return {
    transcript: formatDialogue(transcript, retimeWords(words, transcript), nameSpeakers('so', names)),
    translation: formatDialogue(translation, english, nameSpeakers('en', names)),
    rawTranscript: formatDialogue(rawTranscript, heard, nameSpeakers('so', names)),
  };
}
