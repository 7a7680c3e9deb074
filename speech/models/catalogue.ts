import type { TranslatorChoice } from '../settings.ts';

/** One file of a model, pinned by its hash; a size that nobody published is `null`. */
export type ModelFile = {
  /** Path inside the model's own folder. */
  path: string;
  /** Places on the model hub, tried in order: `{repository}/resolve/{revision}/{file}`. */
  sources: readonly string[];
  bytes: number | null;
  sha256: string;
};

export type Model = {
  /** The engine's name in results and in the calibration file; also its folder's name. */
  name: string;
  role: 'recogniser' | 'translator' | 'punctuator';
  /** What computes it: a row of the table in parts/parts.ts. */
  engine: string;
  title: string;
  licence: string;
  /** What the licence keeps an operator from, in a few words; absent when nothing. */
  licenceLimit?: string;
  /** Working memory it needs, in bytes, roughly. */
  memoryBytes: number;
  /** Published graphs too slow to answer with: optimised ones are made from them once (parts/translator/optimise). */
  needsOptimising?: boolean;
  files: readonly ModelFile[];
};

export const defaultModelHost = 'https://huggingface.co';

const omnilingual = 'csukuangfj2/sherpa-onnx-omnilingual-asr-1600-languages';
const omnilingual1B = `${omnilingual}-1B-ctc-v2-int8-2026-02-05/resolve/5243e02858d1428b8fbeeb5f7f1cc6fccf4d9433`;
const nllb = 'Xenova/nllb-200-distilled-600M/resolve/261c31d1a5732c67cdd16d80e8d6088507c7ccea';
const punctCapSeg = '1-800-BAD-CODE/punct_cap_seg_47_language/resolve/1b9d51fc7989ebc61e844d407d9dadd08ff4ba28';
const madlad = 'Kutalia/madlad400-3b-mt-onnx/resolve/066656188a5390d1d0af6e824707a12cf28fc309';

/** Both sizes share one vocabulary, and the larger one's repository is the one whose revision is known. */
const omnilingualTexts: readonly ModelFile[] = [
  {
    path: 'tokens.txt',
    sources: [`${omnilingual1B}/tokens.txt`],
    bytes: 90_630,
    sha256: '7d99997ef207ff14c2cfe825f2aa037528ea250113cc3c6392bfe49326884ba6',
  },
  {
    path: 'LICENSE',
    sources: [`${omnilingual1B}/LICENSE`],
    bytes: 581,
    sha256: 'a70a523bafbb595c2844104feb313d204904dac91c3d186c05f22a10a71c7a94',
  },
];

const omniasr1B: Model = {
  name: 'omniasr-ctc-1b-v2',
  role: 'recogniser',
  engine: 'ctc',
  title: 'Omnilingual ASR CTC 1B v2, int8',
  licence: 'Apache-2.0',
  memoryBytes: 2_000_000_000,
  files: [
    {
      path: 'model.int8.onnx',
      sources: [`${omnilingual1B}/model.int8.onnx`],
      bytes: 1_032_239_439,
      sha256: '8af72da192fc2c8567c328d4f8059bdf47f182a0369077893c295ef39740c637',
    },
    ...omnilingualTexts,
  ],
};

const omniasr300M: Model = {
  name: 'omniasr-ctc-300m-v2',
  role: 'recogniser',
  engine: 'ctc',
  title: 'Omnilingual ASR CTC 300M v2, int8',
  licence: 'Apache-2.0',
  memoryBytes: 800_000_000,
  files: [
    {
      path: 'model.int8.onnx',
      // No revision of this one is known; its hash pins it.
      sources: [
        `${omnilingual}-300M-ctc-v2-int8-2026-02-05/resolve/main/model.int8.onnx`,
        'Edison2ST/sherpa-onnx-omnilingual-asr-1600-languages-ctc-v2/resolve/main/model.int8.onnx',
      ],
      bytes: 365_841_453,
      sha256: 'e3042b2f3b3ef0af2211bf99d2b4bf94a21f5ac0e9898827e7dd6d003a860e91',
    },
    ...omnilingualTexts,
  ],
};

const nllb600M: Model = {
  name: 'nllb-200-distilled-600m',
  role: 'translator',
  engine: 'seq2seq',
  title: 'NLLB-200 distilled 600M, int8',
  licence: 'CC-BY-NC-4.0',
  licenceLimit: 'no commercial use',
  memoryBytes: 1_300_000_000,
  needsOptimising: true,
  files: [
    {
      path: 'onnx/encoder_model_quantized.onnx',
      sources: [`${nllb}/onnx/encoder_model_quantized.onnx`],
      bytes: 419_120_483,
      sha256: '5cde664eacba07a62f198857ec6c06e09572b1ebb77c8137f1fa99ac604a3a28',
    },
    {
      path: 'onnx/decoder_model_merged_quantized.onnx',
      sources: [`${nllb}/onnx/decoder_model_merged_quantized.onnx`],
      bytes: 475_505_771,
      sha256: 'dd66608c2a4194e78f95548fa0e64f24302303698c5b09fa8e1f9e16ec00676b',
    },
    {
      path: 'tokenizer.json',
      sources: [`${nllb}/tokenizer.json`],
      bytes: 17_331_224,
      sha256: '8ac789ad7dabea44d41537822d48c516ba358374c51813e2cba78c006e150c94',
    },
    {
      path: 'config.json',
      sources: [`${nllb}/config.json`],
      bytes: 873,
      sha256: '52f035acb54ac80e5ef7fe78d6967f8ddf8e8799f078d1a92a2c8168d8ff4a20',
    },
    {
      path: 'generation_config.json',
      sources: [`${nllb}/generation_config.json`],
      bytes: 189,
      sha256: '1ce846259ae04c572ae1863e358534bbc376ff3d3f100b1494feda6200b51de8',
    },
    {
      path: 'tokenizer_config.json',
      sources: [`${nllb}/tokenizer_config.json`],
      bytes: 544,
      sha256: 'ddf411c9f790d081e72de76bb8e8b714d74e160e61bc10c9bd8f56022dcd7fd7',
    },
  ],
};

/** Its other small files have no published hash, and say nothing that these do not. */
const madlad3B: Model = {
  name: 'madlad400-3b-mt',
  role: 'translator',
  engine: 'seq2seq',
  title: 'MADLAD-400 3B MT, int8',
  licence: 'Apache-2.0',
  memoryBytes: 4_500_000_000,
  files: [
    {
      path: 'onnx/encoder_model_quantized.onnx',
      sources: [`${madlad}/onnx/encoder_model_quantized.onnx`],
      bytes: 1_337_248_347,
      sha256: 'c23711455735ade2631cae688cb0213574b177392633efbe7b9a2e7c9269f410',
    },
    {
      path: 'onnx/decoder_model_merged_quantized.onnx',
      sources: [`${madlad}/onnx/decoder_model_merged_quantized.onnx`],
      bytes: 1_870_804_817,
      sha256: '578ecf418be3121133547ead9f122038a63902d6c46f05da6f01350b2a51112a',
    },
    {
      path: 'tokenizer.json',
      sources: [`${madlad}/tokenizer.json`],
      bytes: 16_613_995,
      sha256: '03f5d7dc88da0cb4bb6b7a1d9d66ee62f5bd339ef0aaaf6e89d74829df5830c0',
    },
    {
      path: 'config.json',
      sources: [`${madlad}/config.json`],
      bytes: 850,
      sha256: 'a7f208db9a60aad30bdbbdd6beb1de5c92a14e1a4c85ce37de7201ea6c3712d9',
    },
  ],
};

/** As punct_cap_seg_47_language publishes them. */
export const punctuatorFiles = {
  graph: 'punct_cap_seg_47lang.onnx',
  pieces: 'spe_unigram_64k_lowercase_47lang.model',
  config: 'config.yaml',
} as const;

/** Hashes as two projects that ship the model have published them; the sizes of the small files nobody told. */
export const punctuator: Model = {
  name: 'punct-cap-seg-47',
  role: 'punctuator',
  engine: 'punct-cap-seg',
  title: 'Punctuation and capitals, 47 languages',
  licence: 'Apache-2.0',
  memoryBytes: 400_000_000,
  files: [
    {
      path: punctuatorFiles.graph,
      sources: [`${punctCapSeg}/${punctuatorFiles.graph}`],
      bytes: 232_986_305,
      sha256: '640d91c06b7cc5b3e065c12a7097188378aad3bc11568ff1d72c4c0a2acb0df4',
    },
    {
      path: punctuatorFiles.pieces,
      sources: [`${punctCapSeg}/${punctuatorFiles.pieces}`],
      bytes: null,
      sha256: '1bc15b6e5fd80dfac9999582ce3efcad2ac1f7cf4e0e9769b329f5de9ca5af47',
    },
    {
      path: punctuatorFiles.config,
      sources: [`${punctCapSeg}/${punctuatorFiles.config}`],
      bytes: null,
      sha256: '30eb8e05fcea3865828ab73f41fbba21dd7faf127a61950a706af9156f5b84f2',
    },
  ],
};

/** Every model the product can fetch. */
export const catalogue: readonly Model[] = [omniasr1B, omniasr300M, nllb600M, madlad3B, punctuator];

/** What each profile recognises with. */
export const recogniserOfProfile = { standard: omniasr1B, light: omniasr300M } as const;

/** What `SPEECH_TRANSLATOR` chooses among, for both profiles. */
export const translators: Record<TranslatorChoice, Model> = { nllb: nllb600M, madlad: madlad3B };

/** Bytes of a model's files as far as they are known. */
export const countModelBytes = ({ files }: Model): number => files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
