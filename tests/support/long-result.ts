import type { SpeechResult } from '#speech/engine.ts';

const sentences = [
  ['Haddii xanuun ku hayo qaado barakeetamol.', 'If you are in pain take it.'],
  ['Waxaad cuni kartaa hal ama laba xabbo maalintii.', 'You can eat one or two pieces a day.'],
  ['Ka taxaddar khamriga badan.', 'Take too much alcohol. (?)'],
  ['Barakeetamol waa daawo la yaqaan.', 'It is a known medicine.'],
  ['Dhakhtarka weydii intaadan qaadan.', '[not understood] (dhakhtar: doctor)'],
  ['Carruurta yaryar ha siin barakeetamol badan.', 'Do not give small children much.'],
] as const;

const secondsPerWord = 0.36;
/** Beyond it another medicine is spoken of. */
const sentencesWithTheName = 18;

/** A long recording at the pace of speech: six sentences over and over, one of them with a word in doubt. */
export function makeLongResult(sentenceCount: number): Omit<SpeechResult, 'engine' | 'timings' | 'sentences'> {
  const words: SpeechResult['words'] = [];
  const segments = Array.from({ length: sentenceCount }, (_, at) => {
    const [said, translation] = sentences[at % sentences.length] ?? sentences[0];
    const transcript = at < sentencesWithTheName ? said : said.replace(/barakeetamol/i, 'Kaniini');
    const startSeconds = words.length * secondsPerWord;
    for (const [place, text] of transcript.split(' ').entries()) {
      const isDoubtful = at % sentences.length === 2 && place === 1;
      const start = words.length * secondsPerWord;
      words.push({
        ...{ raw: text.toLowerCase().replace('.', ''), text, startSeconds: start, endSeconds: start + 0.3 },
        confidence: isDoubtful ? 2 : 9,
        ...(isDoubtful ? { alternatives: ['taxadar'] } : {}),
      });
    }
    const times = { startSeconds, endSeconds: words.length * secondsPerWord };
    return { ...times, rawTranscript: transcript.toLowerCase(), transcript, translation, confidence: 8 };
  });
  const joined = (name: 'transcript' | 'rawTranscript' | 'translation') => segments.map((one) => one[name]).join(' ');
  return {
    rawTranscript: joined('rawTranscript'),
    transcript: joined('transcript'),
    translation: joined('translation'),
    transcriptConfidence: 7.2,
    translationConfidence: 6.5,
    words,
    segments: segments.map((one) => ({ ...one, translationConfidence: 7 })),
    durationSeconds: words.length * secondsPerWord,
    warnings: ['STARTER_MODELS'],
  };
}
