// The letters of Somali and the one sign that is none (models.md §7).

/** Every mark that is typed for the glottal stop, in full width and as a Semitist's half ring, too. */
const apostrophes = /[\u2018\u2019\u02BB\u02BC\u02BE\u02BF\u0060\u00B4\uFF07]/g;

/** One apostrophe for all of them: `go’aan` and `goʼaan` are `go'aan`. */
export const foldApostrophes = (text: string): string => text.replace(apostrophes, "'");

/** p, v and z occur in names and loans only. */
export const foreignLetters = /[pvz]/;

/** A space, or lower-case text of letters, digits and folded apostrophes: what written Somali is made of. */
export const somaliText = /^(?: |[a-z0-9']+)$/;
