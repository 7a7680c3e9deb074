/** Every mark that is typed for the glottal stop: quotes, accents and primes, in full width, a Semitist's half ring, too. */
export const apostropheMarks = '‘’‛′‵ʹʻʼʽʾʿˈˊˋ`´΄ꞌ＇｀';

const marks = new RegExp(`[${apostropheMarks}]`, 'g');

/** One apostrophe for all of them: `go’aan` and `goʼaan` are `go'aan`. */
export const foldApostrophes = (text: string): string => text.replace(marks, "'");
