// The labels of punct_cap_seg_47lang, by their numbers. Its config.yaml says them, too, and is pinned by its hash; the
// doctor compares the two.

export const mostPieces = 128;

export const labelsAfter = [
  '<NULL>',
  '.',
  ',',
  '?',
  '？',
  '，',
  '。',
  '、',
  '・',
  '।',
  '؟',
  '،',
  ';',
  '።',
  '፣',
  '፧',
] as const;
export const labelsBefore = ['<NULL>', '¿'] as const;

export type Mark = '' | ',' | '.' | '?';

/** Marks of other scripts are the ones that Somali writes; what it does not write is no mark. */
const asSomali: ReadonlyMap<string, Mark> = new Map([
  ...[...'.。।።'].map((mark) => [mark, '.'] as const),
  ...[...',，、،፣;'].map((mark) => [mark, ','] as const),
  ...[...'?？؟፧'].map((mark) => [mark, '?'] as const),
]);

export const markOfLabel = (label: number): Mark => asSomali.get(labelsAfter[label] ?? '') ?? '';
