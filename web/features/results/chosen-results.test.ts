// @vitest-environment jsdom
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { editedOf } from '#shared/edited-texts.ts';
import { formatCsv } from '#shared/export/csv.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { buildChosen } from './chosen-results.ts';
import { availableKinds } from './downloads.ts';
import type { Result } from './result-store.ts';

const transcriptions = ['r1', 'r2'].map((id, at) => ({
  id: `${id}-longer-than-eight`,
  transcript: at === 0 ? '=HYPERLINK("x") waan imid,\n"shalay".' : 'Waan tagay.',
  rawTranscript: 'waan imid',
  translation: 'I came. (?) [not understood] (daawo: medicine)',
  transcriptConfidence: at === 0 ? 8.2 : null,
  translationConfidence: 5,
  s3Url: '',
  createdAt: '2026-11-20T10:00:00.000Z',
  words: ['waan', 'imid'].map((raw, place) => ({
    ...{ raw, text: raw, startSeconds: place, endSeconds: place + 1 },
    confidence: place === 0 ? 3 : 9,
    ...(at === 0 ? { speaker: place + 1 } : {}),
  })),
  segments: [],
  durationSeconds: 2,
  engine: { recogniser: 'r', translator: 't', isStarter: true, isCalibrated: false },
  warnings: ['STARTER_MODELS'],
}));
const call = async (_: Endpoint, { params }: { params: { id: string } }) => ({
  data: { transcription: transcriptions.find(({ id }) => id === params.id), attemptsRemaining: 1 },
});
const from = { api: { call } as unknown as ApiClient, owner: 'h@example.so', now: 0 };
const ids = transcriptions.map(({ id }) => id);

const rows = [
  [
    'file',
    'title',
    'date',
    'seconds',
    'somali_as_heard',
    'somali',
    'english',
    'somali_confidence',
    'english_confidence',
    'marks',
    'speakers',
  ],
  ...transcriptions.map(({ id, transcript }, at) => [
    `somali-speech-${id.slice(0, 8)}`,
    '',
    '2026-11-20T10:00:00.000Z',
    '2.0',
    'waan imid',
    transcript,
    '[unsure] I came. [not understood] (daawo: medicine)',
    at === 0 ? '8.2' : '',
    '5',
    'unsure words: 1; unsure sentences: 1; sentences not understood: 1; STARTER_MODELS',
    at === 0 ? 'Voice 1; Voice 2' : '',
  ]),
];

it('is one table of texts, confidences and marks', async () => {
  const { name, content } = await buildChosen('csv', ids, from);
  expect(name).toBe('somali-speech.csv');
  expect(content).toBe(formatCsv(rows));
});

it('is every format of each in one archive, and the table', async () => {
  const { content } = await buildChosen('zip', ids, from);
  const files = unzipSync(new Uint8Array(content as ArrayBuffer));
  const names = Object.keys(files);
  const [result] = transcriptions.map((each) => each as unknown as Result);
  const kinds = result
    ? availableKinds({ result, edited: editedOf(result), recording: undefined, isAsHeard: false })
    : [];
  expect(names).toHaveLength(1 + 2 * kinds.filter((kind) => kind !== 'zip').length);
  expect(names.filter((each) => each.endsWith('.so.srt'))).toEqual(
    ids.map((id) => `somali-speech-${id.slice(0, 8)}.so.srt`),
  );
  expect([...(files['somali-speech.csv'] ?? [])]).toEqual([...new TextEncoder().encode(formatCsv(rows))]);
});
