// Written by `npm run lab -- samples`; a test holds it to what the shipped models answer.
import type { SampleAnswer, SampleId, ShippedFigures } from './samples.ts';

export const shippedAnswers: Record<SampleId, SampleAnswer> = {
  greeting: {
    words: [
      ['subax', 0.33, 0.75],
      ['wanaagsan', 0.83, 1.69],
      ['magacaygu', 2.85, 3.41],
      ['waa', 3.49, 3.65],
      ['xaliimo', 3.85, 4.55],
      ['sidee', 5.73, 6.07],
      ['tahay', 6.23, 6.55],
      ['maanta', 6.65, 7.15],
    ],
    sentences: [
      { somali: 'Subax wanaagsan.', english: 'Good morning.', startSeconds: 0.23, endSeconds: 2.27 },
      { somali: 'Magacaygu waa Xaliimo.', english: 'My name is Halima.', startSeconds: 2.27, endSeconds: 5.14 },
      { somali: 'Sidee tahay maanta?', english: 'How are you today?', startSeconds: 5.14, endSeconds: 7.41 },
    ],
  },
  clinic: {
    words: [
      ['dhakhtar', 0.31, 0.71],
      ['ilmahaygu', 0.83, 1.35],
      ['qandho', 1.43, 1.73],
      ['ayuu', 1.83, 2.05],
      ['qabaa', 2.17, 2.51],
      ['shalay', 3.63, 3.95],
      ['ayay', 4.01, 4.25],
      ['bilaabatay', 4.27, 4.95],
      ['maxaan', 6.05, 6.53],
      ['siin', 6.61, 6.95],
      ['karaa', 7.07, 7.41],
    ],
    sentences: [
      {
        somali: 'Dhakhtar ilmahaygu qandho ayuu qabaa.',
        english: '[not understood] (dhakhtar: doctor · qandho: fever · qabaa: have)',
        startSeconds: 0.17,
        endSeconds: 3.07,
      },
      { somali: 'Shalay ayay bilaabatay.', english: 'She started yesterday.', startSeconds: 3.07, endSeconds: 5.5 },
      { somali: 'Maxaan siin karaa?', english: 'What can I give you?', startSeconds: 5.5, endSeconds: 7.67 },
    ],
  },
  market: {
    words: [
      ['imisa', 0.32, 0.62],
      ['ayay', 0.68, 0.9],
      ['joogtaa', 0.96, 1.48],
      ['kiilada', 1.58, 1.96],
      ['hilibku', 2.02, 2.54],
      ['laba', 3.62, 3.84],
      ['kiilo', 3.92, 4.28],
      ['isii', 4.38, 4.64],
      ['fadlan', 4.94, 5.38],
    ],
    sentences: [
      {
        somali: 'Imisa ayay joogtaa kiilada hilibku?',
        english: 'How far is the meat in the meat? (?)',
        startSeconds: 0.14,
        endSeconds: 3.08,
      },
      {
        somali: 'Laba kiilo isii fadlan.',
        english: '[not understood] (laba: two · kiilo: kilo · fadlan: please)',
        startSeconds: 3.08,
        endSeconds: 5.65,
      },
    ],
  },
};

export const shippedFigures: ShippedFigures = { lettersWrong: 15, wordsWrong: 49, englishChrf: 47 };
