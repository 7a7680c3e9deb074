import { englishSentences } from '#shared/errors/sentences-en.ts';

/** The catalogue that browser and server share, as a dictionary of its own. */
export const errors = englishSentences;
