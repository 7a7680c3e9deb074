/** A word with its punctuation, and when it is said. */
type SampleWord = readonly [text: string, startSeconds: number, endSeconds: number];

/** Recordings of ours to try the product with, spoken by the training recipe's synthesis in voices kept out of training. */
export type Sample = {
  id: 'greeting' | 'clinic' | 'market';
  /** Of `/samples/ID.m4a`: who sends these very bytes spends no attempt. */
  sha256: string;
  english: string;
  words: readonly SampleWord[];
};

export const samples: readonly Sample[] = [
  {
    id: 'greeting',
    sha256: '222e9afff8515cbd83867a2a753447c287f23689d47660777a032c11c028ad04',
    english: 'Good morning. My name is Halima. How are you today?',
    words: [
      ['Subax', 0.0, 0.7],
      ['wanaagsan.', 0.7, 2.11],
      ['Magacaygu', 2.51, 3.63],
      ['waa', 3.63, 4.0],
      ['Xaliimo.', 4.0, 5.0],
      ['Sidee', 5.4, 6.02],
      ['tahay', 6.02, 6.64],
      ['maanta?', 6.64, 7.51],
    ],
  },
  {
    id: 'clinic',
    sha256: '9346a91b995b42ad80510cbe274415d7a197b86fbc68f23e0f86fe20f4124a83',
    english: 'Doctor, my child has a fever. It began yesterday. What can I give him?',
    words: [
      ['Dhakhtar,', 0.0, 0.77],
      ['ilmahaygu', 0.77, 1.53],
      ['qandho', 1.53, 2.04],
      ['ayuu', 2.04, 2.38],
      ['qabaa.', 2.38, 2.89],
      ['Shalay', 3.29, 3.86],
      ['ayay', 3.86, 4.24],
      ['bilaabatay.', 4.24, 5.29],
      ['Maxaan', 5.69, 6.47],
      ['siin', 6.47, 6.99],
      ['karaa?', 6.99, 7.78],
    ],
  },
  {
    id: 'market',
    sha256: 'b725c059591d220f54904e1e20c17bea879ce2fc02a21a2627b82dad12832e3b',
    english: 'How much is a kilo of meat? Give me two kilos, please.',
    words: [
      ['Imisa', 0.0, 0.46],
      ['ayay', 0.46, 0.83],
      ['joogtaa', 0.83, 1.48],
      ['kiilada', 1.48, 2.13],
      ['hilibku?', 2.13, 2.87],
      ['Laba', 3.27, 3.74],
      ['kiilo', 3.74, 4.33],
      ['i', 4.33, 4.45],
      ['sii,', 4.45, 4.93],
      ['fadlan.', 4.93, 5.76],
    ],
  },
];

const hashes: ReadonlySet<string> = new Set(samples.map(({ sha256 }) => sha256));

export const isSample = (sha256: string): boolean => hashes.has(sha256);

export const sampleAddress = ({ id }: Pick<Sample, 'id'>): string => `/samples/${id}.m4a`;
