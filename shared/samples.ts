import shipped from './shipped-answers.json' with { type: 'json' };

/** What an engine makes of a sample: each word as heard, and each sentence cleaned, with its English. */
export type SampleAnswer = {
  words: readonly (readonly [raw: string, startSeconds: number, endSeconds: number])[];
  sentences: readonly { somali: string; english: string; startSeconds: number; endSeconds: number }[];
};

/** How good the shipped models are, in per cent: letters and words wrong, sentences with English, and sure of it. */
export type ShippedFigures = { lettersWrong: number; wordsWrong: number; englishShown: number; englishSure: number };

/** Of `/samples/ID.m4a`: who sends these very bytes spends no attempt. */
const hashes = {
  greeting: '222e9afff8515cbd83867a2a753447c287f23689d47660777a032c11c028ad04',
  clinic: '9346a91b995b42ad80510cbe274415d7a197b86fbc68f23e0f86fe20f4124a83',
  market: 'b725c059591d220f54904e1e20c17bea879ce2fc02a21a2627b82dad12832e3b',
};

export type SampleId = keyof typeof hashes;
export const sampleIds = Object.keys(hashes) as SampleId[];

/** Written by `npm run lab -- samples`; a test holds it to what the shipped models answer. */
export const shippedAnswers = shipped.answers as unknown as Record<SampleId, SampleAnswer>;
export const shippedFigures: ShippedFigures = shipped.figures;

/** A recording of ours to try the product with, spoken by the training recipe's synthesis in a voice kept out of training. */
export type Sample = SampleAnswer & { id: SampleId; sha256: string };

export const samples: readonly Sample[] = sampleIds.map((id) => ({ id, sha256: hashes[id], ...shippedAnswers[id] }));

export const sampleHashes: readonly string[] = Object.values(hashes);

export const isSample = (sha256: string): boolean => sampleHashes.includes(sha256);

export const sampleAddress = ({ id }: Pick<Sample, 'id'>): string => `/samples/${id}.m4a`;

/** Sentences of a sample joined as the product joins them. */
export const joinSentences = ({ sentences }: Pick<Sample, 'sentences'>, of: 'somali' | 'english'): string =>
  sentences.map((sentence) => sentence[of]).join(' ');
