/** As punct_cap_seg_47_language publishes them. */
export const punctuationFiles = {
  graph: 'punct_cap_seg_47lang.onnx',
  pieces: 'spe_unigram_64k_lowercase_47lang.model',
  config: 'config.yaml',
} as const;
