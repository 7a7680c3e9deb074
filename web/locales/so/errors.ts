import { somaliSentences } from '#shared/errors/sentences-so.ts';

/** The catalogue that browser and server share, as a dictionary of its own. */
export const errors = somaliSentences;
