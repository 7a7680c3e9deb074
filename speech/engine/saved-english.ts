import type { TranslatedText, Translator } from '../parts/ports.ts';
import { enhanceWords } from '../somali/enhance.ts';
import { SpeechError } from '../speech-error.ts';
import type { SavedPart, TranscribeOptions } from './port.ts';
import type { Transcript } from './recognise-stretch.ts';

type English = Extract<SavedPart, { kind: 'english' }>;

/** A failure of the translation is told apart from one of the transcript, which is already there and saved. */
function failTranslation(error: unknown): never {
  const isOurs = error instanceof SpeechError && error.code === 'TRANSCRIPTION_FAILED';
  throw isOurs ? new SpeechError('TRANSLATION_FAILED', error.detail, { cause: error }) : error;
}

/** A kill costs no more than these. */
const sentencesAtOnce = 12;

/** English by the sentence's own text, each asked for once: what later words change was asked for too early. */
export function createSavedEnglish(
  translator: Translator,
  saved: readonly English[],
  save: (part: English) => Promise<void>,
) {
  const known = new Map<string, TranslatedText>();
  for (const { sentences } of saved) for (const { source, ...text } of sentences) known.set(source, text);
  let unsaved: English['sentences'] = [];
  /** The first word of the sentence that was not whole at the last look. */
  let from = saved.at(-1)?.from ?? 0;

  async function flush(): Promise<void> {
    if (unsaved.length === 0) return;
    const sentences = unsaved;
    unsaved = [];
    await save({ kind: 'english', translator: translator.name, from, sentences });
  }

  async function translate(source: string, signal?: AbortSignal): Promise<TranslatedText> {
    const before = known.get(source);
    if (before) return before;
    const text = await translator.translate(source, signal).catch(failTranslation);
    known.set(source, text);
    unsaved.push({ source, ...text });
    if (unsaved.length >= sentencesAtOnce) await flush();
    return text;
  }

  return {
    translate,
    async goAlong({ words, mayLeave }: Transcript, { signal, ownWords }: TranscribeOptions = {}): Promise<void> {
      if (!mayLeave) return;
      const { sentences } = enhanceWords(words.slice(from), ownWords);
      for (const { text } of sentences.slice(0, -1)) await translate(text, signal);
      from += sentences.at(-1)?.firstWord ?? 0;
      await flush();
    },
  };
}

export type SavedEnglish = ReturnType<typeof createSavedEnglish>;
