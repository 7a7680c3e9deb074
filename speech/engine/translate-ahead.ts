import type { TranscribedWord } from '#shared/transcript.ts';
import type { TranslatedText, Translator } from '../parts/ports.ts';
import { enhanceWords } from '../somali/enhance.ts';

/**
 * Translates sentences while later stretches are still being recognised. What more words may still change is asked for
 * too early at worst: answers are kept by the sentence's own text, so that no guess can reach a result.
 */
export function createTranslationAhead(translator: Translator, signal?: AbortSignal) {
  const ending = new AbortController();
  const combined = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  const asked = new Map<string, Promise<TranslatedText>>();
  let queue: Promise<unknown> = Promise.resolve();

  /** One at a time, in the order of asking. A failure is forgotten: whoever needs the sentence asks again. */
  function ask(sentence: string): Promise<TranslatedText> {
    const known = asked.get(sentence);
    if (known) return known;
    const answer = queue.then(() => translator.translate(sentence, combined));
    asked.set(sentence, answer);
    queue = answer.catch(() => asked.delete(sentence));
    return answer;
  }

  return {
    /** @param words all that was heard so far; the last of their sentences may go on. */
    begin(words: readonly TranscribedWord[]): void {
      for (const { text } of enhanceWords(words).sentences.slice(0, -1)) ask(text).catch(() => {});
    },
    translate: ask,
    /** Ends what is still asked for. */
    close: () => ending.abort(),
  };
}

export type TranslationAhead = ReturnType<typeof createTranslationAhead>;
