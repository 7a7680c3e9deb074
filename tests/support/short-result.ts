import type { UploadData } from '#shared/contract/transcription.ts';

const word = (raw: string, text: string, startSeconds: number) => ({
  ...{ raw, text, startSeconds, endSeconds: startSeconds + 0.4 },
  confidence: 9,
});

/** What a model could be made to say. */
export const markup = '<img src=x onerror="alert(1)">';

/** Two seconds of speech, of one paragraph. */
export const shortResult: UploadData['transcription'] & Pick<UploadData, 'attemptsRemaining'> = {
  rawTranscript: 'waan ee imid',
  transcript: 'Waan imid.',
  translation: `I came. ${markup}`,
  transcriptConfidence: 8.3,
  translationConfidence: 6.7,
  id: 'Q7xZ3v9L',
  s3Url: '/x',
  attemptsRemaining: 2,
  words: [word('waan', 'Waan', 0), word('ee', '', 0.5), word('imid', 'imid.', 1)],
  segments: [],
  durationSeconds: 2,
  engine: { recogniser: 'r', translator: 't', isStarter: false, isCalibrated: true },
  warnings: [],
};
