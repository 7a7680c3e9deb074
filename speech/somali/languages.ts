/** What is spoken, as servers (ISO 639-1) and models (NLLB) call it. */
export const spoken = { name: 'Somali', iso: 'so', nllb: 'som_Latn' } as const;

/** What it is translated into; MADLAD-400 names only this one. */
export const translated = { name: 'English', nllb: 'eng_Latn', madlad: '<2en>' } as const;

/** A model's first sentence: every buffer and kernel is there afterwards. */
export const warmUpSentence = 'Haa.';
/** An ordinary sentence, to show what a translator makes of it. */
export const probeSentence = 'Waxaan rabaa inaan dhakhtarka arko maanta.';
