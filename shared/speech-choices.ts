/** What a variable of the speech library may be, the default first: the library and the server's table of variables read it. */
export const speechChoices = {
  SPEECH_PROFILE: ['auto', 'starter', 'light', 'standard', 'remote'],
  SPEECH_TRANSLATOR: ['nllb', 'madlad'],
  SPEECH_PUNCTUATION: ['auto', 'model', 'rules'],
  REMOTE_FALLBACK: ['none', 'local'],
} as const;
export const speechThreads = { min: 1, max: 256, default: 2 };
