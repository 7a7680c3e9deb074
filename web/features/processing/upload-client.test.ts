import { describe, expect, it } from 'vitest';
import type { UploadData } from '#shared/contract/transcription.ts';
import type { CallFailure } from '#web/lib/call-failure.ts';
import { createFakeClock } from '#web/lib/clock-for-test.ts';
import type { TokenStore } from '#web/lib/token-store.ts';
import { createUpload, type UploadOrder } from './upload-client.ts';
import type { UploadOutcome, UploadRequest, UploadTransport } from './upload-exchange.ts';

const result: UploadData = {
  attemptsRemaining: 2,
  transcription: {
    transcript: 'Waan imid.',
    rawTranscript: 'waan imid',
    translation: 'I came.',
    transcriptConfidence: 8.1,
    translationConfidence: null,
    id: 'id-1',
    s3Url: '/audio',
    words: [],
    segments: [],
    durationSeconds: 2.5,
    engine: { recogniser: 'r', translator: 't', isStarter: true, isCalibrated: false },
    warnings: [],
  },
};
const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const doneLine = line({ stage: 'done', data: result });
const error = (status: number, code: string) =>
  line({ stage: 'error', success: false, status, code, error: 'Said.', message: 'Said.', requestId: 'r' });
const answered = (status: number, body: unknown): UploadOutcome => ({
  type: 'answered',
  status,
  text: JSON.stringify(body),
});
const file = { bytes: new TextEncoder().encode('abc').buffer, mimeType: 'audio/webm', fileName: 'recording.wav' };

type Answer = UploadOutcome | { pieces: string[]; ending: UploadOutcome };

function setUp(answers: Answer[]) {
  const clock = createFakeClock();
  const seen = {
    requests: [] as UploadRequest[],
    at: [] as number[],
    log: [] as string[],
    unauthorized: 0,
    sentFraction: 0,
  };
  const start = clock.now();
  let token: string | undefined = 'a.b.c';
  const tokens: TokenStore = {
    read: () => token,
    write: () => {},
    clear: () => {},
    expire(carried) {
      expect(carried).toBe('a.b.c');
      token = undefined;
      seen.unauthorized += 1;
    },
    onExpired: () => () => {},
    isDueForRefresh: () => false,
    learnTime: () => {},
  };
  const transport: UploadTransport = async (request, { onText }) => {
    seen.requests.push(request);
    seen.at.push(clock.now() - start);
    const answer = answers[seen.requests.length - 1] ?? answered(500, {});
    if (!('pieces' in answer)) return answer;
    let text = '';
    for (const piece of answer.pieces) {
      text += piece;
      onText(200, text);
    }
    return answer.ending.type === 'answered' ? { ...answer.ending, text } : answer.ending;
  };
  const send = createUpload({
    transport,
    tokens,
    clock,
    language: () => 'en',
  });
  const upload = async (order?: UploadOrder) => {
    const promise = send(
      file,
      (event) => {
        if (event.type === 'uploaded') seen.sentFraction = event.fraction;
        if (event.type === 'server') seen.log.push(event.event.stage);
        if (event.type === 'tried-again') seen.log.push(`try ${event.tryNumber}`);
      },
      new AbortController().signal,
      order,
    ).then(
      (data) => ({ data, failure: undefined }),
      (failure: CallFailure) => ({ data: undefined, failure }),
    );
    // Hashing is done by the platform, not by the clock.
    while (seen.requests.length === 0) await clock.advance(0);
    await clock.advance(120_000);
    return promise;
  };
  return { seen, upload, readToken: () => token };
}

describe('the upload', () => {
  it('sends the token, the language, the SHA-256 of the bytes and a 120 s time-out', async () => {
    const { seen, upload } = setUp([answered(200, { success: true, data: result })]);
    expect((await upload()).data).toEqual(result);
    expect(seen.requests[0]).toMatchObject({
      timeoutMilliseconds: 120_000,
      file: { fileName: 'recording.wav' },
      headers: {
        accept: 'application/x-ndjson',
        'accept-language': 'en',
        authorization: 'Bearer a.b.c',
        'x-audio-sha256': 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    });
  });

  it('follows the stages, however the lines are cut on the way', async () => {
    const text = [
      line({ stage: 'queued', id: 'id-1', position: 1 }),
      line({ stage: 'audio', durationSeconds: 2.5, speechSeconds: 2 }),
      line({ stage: 'some-later-stage', of: 'a newer server' }),
      line({ stage: 'recognition', text: 'waan imid', progress: 1 }),
      doneLine,
    ].join('');
    const pieces = text.match(/[\s\S]{1,7}/g) ?? [];
    const { seen, upload } = setUp([{ pieces, ending: answered(200, '') }]);
    expect((await upload()).data).toEqual(result);
    expect(seen.log).toEqual(['queued', 'audio', 'recognition', 'done']);
  });

  it('tries 3 times in all on 5xx and 429, 1 s and then 2 s apart', async () => {
    const { seen, upload } = setUp([
      answered(503, {}),
      answered(429, {}),
      answered(200, { success: true, data: result }),
    ]);
    expect((await upload()).data).toEqual(result);
    expect(seen.at).toEqual([0, 1_000, 3_000]);
    expect(seen.log).toEqual(['try 2', 'try 3', 'done']);
  });

  it.each([400, 401, 403, 422])('does not try again on %s', async (status) => {
    const { seen, upload } = setUp([answered(status, {})]);
    expect((await upload()).failure?.status).toBe(status);
    expect(seen.requests).toHaveLength(1);
  });

  it('gives up after the third', async () => {
    const { seen, upload } = setUp([answered(500, {}), answered(500, {}), answered(500, {}), answered(200, {})]);
    expect((await upload()).failure?.status).toBe(500);
    expect(seen.requests).toHaveLength(3);
  });

  it('treats an error event as the HTTP status that it names', async () => {
    const busy = { pieces: [error(503, 'QUEUE_FULL')], ending: answered(200, '') };
    const silent = { pieces: [error(422, 'NO_SPEECH')], ending: answered(200, '') };
    const { seen, upload } = setUp([busy, silent]);
    expect((await upload()).failure).toMatchObject({ status: 422, code: 'NO_SPEECH', said: 'Said.' });
    expect(seen.at).toEqual([0, 1_000]);
  });

  it.each([
    ['an HTTP 401', answered(401, { error: 'x', code: 'UNAUTHENTICATED' })],
    [
      'an error event of status 401',
      {
        pieces: [line({ stage: 'error', status: 401, code: 'NEWER_CODE', error: 'x', message: 'x', success: false })],
        ending: answered(200, ''),
      },
    ],
  ])('%s removes the token and signals', async (_, answer) => {
    const { seen, upload, readToken } = setUp([answer]);
    expect((await upload()).failure?.status).toBe(401);
    expect(readToken()).toBeUndefined();
    expect(seen).toMatchObject({ unauthorized: 1 });
    expect(seen.requests).toHaveLength(1);
  });

  it.each([
    [{ type: 'timeout' } as const, 'timeout'],
    [answered(503, { code: 'LONG_QUEUE_FULL', error: 'Said.' }), 'refused'],
    [answered(200, { success: true }), 'incomplete'],
    [answered(200, { success: false, error: 'No.' }), 'refused'],
    [answered(200, { success: true, data: { transcription: { transcript: 'a' } } }), 'incomplete'],
    [answered(200, { success: true, data: { transcription: { transcript: 'a', translation: 'b' } } }), 'unexpected'],
  ])('%o is not tried again: %s', async (answer, kind) => {
    const { seen, upload } = setUp([answer]);
    expect((await upload()).failure?.kind).toBe(kind);
    expect(seen.requests).toHaveLength(1);
  });

  it('waits as long as the server asks', async () => {
    const { seen, upload } = setUp([
      answered(503, { code: 'QUEUE_FULL', error: 'Said.', retryAfterSeconds: 7 }),
      answered(200, { success: true, data: result }),
    ]);
    expect((await upload()).data).toEqual(result);
    expect(seen.at).toEqual([0, 7_000]);
  });

  it('takes a long result whole, and refuses one with a word that is none', async () => {
    const word = { raw: 'waan', text: 'Waan', startSeconds: 0, endSeconds: 1, confidence: 9 };
    const words = Array.from({ length: 250 }, (_, at) => ({ ...word, startSeconds: at }));
    const long = { ...result, transcription: { ...result.transcription, words } };
    const whole = setUp([{ pieces: [line({ stage: 'done', data: long })], ending: answered(200, {}) }]);
    expect((await whole.upload()).data).toEqual(long);
    const spoiled = words.map((each, at) => (at === 150 ? { ...each, raw: 7 } : each));
    const wrong = { ...long, transcription: { ...long.transcription, words: spoiled } };
    const broken = setUp([{ pieces: [line({ stage: 'done', data: wrong })], ending: answered(200, {}) }]);
    expect((await broken.upload()).failure?.kind).toBe('unexpected');
  });

  it('waits as long as the header of a proxy asks for', async () => {
    const refusal = { type: 'answered', status: 503, text: '<html>', retryAfterSeconds: 9 } as const;
    const { seen, upload } = setUp([refusal, answered(200, { success: true, data: result })]);
    expect((await upload()).data).toEqual(result);
    expect(seen.at).toEqual([0, 9_000]);
  });

  describe('a live answer that breaks (D16)', () => {
    const queued = line({ stage: 'queued', id: 'i', position: 0 });
    const broken = { pieces: [queued], ending: { type: 'network' } as const };

    it('is taken up again by its hash, without sending the bytes or counting a try', async () => {
      const { seen, upload } = setUp([
        broken,
        { type: 'network' },
        { pieces: [queued], ending: answered(200, '') },
        { pieces: [queued, doneLine], ending: answered(200, '') },
      ]);
      expect((await upload()).data).toEqual(result);
      expect(seen.at).toEqual([0, 1_000, 3_000, 7_000]);
      expect(seen.requests.map(({ file: sent }) => sent === undefined)).toEqual([false, true, true, true]);
      expect(new Set(seen.requests.map(({ headers }) => headers['x-audio-sha256'])).size).toBe(1);
      expect(seen.log).not.toContain('try 2');
    });

    it.each([
      ['when the time is up', { pieces: [queued], ending: { type: 'timeout' } as const }, 1_000, 0],
      [
        'when the server waits no longer',
        { pieces: [queued, error(503, 'QUEUE_FULL')], ending: answered(200, '') },
        1_000,
        1,
      ],
    ])('is taken up again %s, without sending the bytes', async (_, over, at, sentFraction) => {
      const { seen, upload } = setUp([over, { pieces: [queued, doneLine], ending: answered(200, '') }]);
      expect((await upload()).data).toEqual(result);
      expect(seen.requests.map(({ file: sent }) => sent === undefined)).toEqual([false, true]);
      expect(seen).toMatchObject({ at: [0, at], sentFraction });
    });

    it('is sent whole where the server no longer knows it, which is no try of its own', async () => {
      const failed = { pieces: [queued, error(500, 'TRANSCRIPTION_FAILED')], ending: answered(200, '') };
      const unknown = answered(400, { code: 'AUDIO_MISSING', error: 'x' });
      const { seen, upload } = setUp([broken, unknown, failed, unknown, failed, unknown, failed]);
      expect((await upload()).failure?.code).toBe('TRANSCRIPTION_FAILED');
      expect(seen.requests.map(({ file: sent }) => sent === undefined)).toEqual([
        false,
        ...[true, false],
        ...[true, false],
        ...[true, false],
      ]);
      expect(seen.log.filter((each) => each !== 'queued')).toEqual(['try 2', 'try 3']);
    });

    it('is taken up as often as it breaks while the work goes on', async () => {
      const heard = line({ stage: 'recognition', text: 'waa', progress: 0.1 });
      const going = { pieces: [queued, heard], ending: { type: 'timeout' } as const };
      const { upload } = setUp([
        ...Array.from({ length: 20 }, () => going),
        { pieces: [queued, doneLine], ending: answered(200, '') },
      ]);
      expect((await upload()).data).toEqual(result);
    });

    it('is sent again where the line broke before it was all there, which is no try of its own', async () => {
      const { seen, upload } = setUp([{ type: 'network' }, { type: 'network' }, answered(200, { data: result })]);
      expect((await upload()).data).toEqual(result);
      expect(seen.at).toEqual([0, 1_000, 3_000]);
      expect(seen.requests.every(({ file: sent }) => sent !== undefined)).toBe(true);
      expect(seen.log).not.toContain('try 2');
    });

    it('ends as a network failure when nothing helps', async () => {
      const { seen, upload } = setUp([broken, ...Array.from({ length: 20 }, () => ({ type: 'network' }) as const)]);
      expect((await upload()).failure?.kind).toBe('network');
      expect(seen.requests).toHaveLength(9);
    });
  });

  it('says where the text of a doubted recording is wanted all the same', async () => {
    const { seen, upload } = setUp([answered(200, { success: true, data: result })]);
    expect((await upload({ anyLanguage: true })).data).toEqual(result);
    expect(seen.requests.map(({ headers }) => headers['x-any-language'])).toEqual(['yes']);
  });

  it('keeps a result that arrived just before the connection broke', async () => {
    const { upload } = setUp([{ pieces: [doneLine], ending: { type: 'network' } }]);
    expect((await upload()).data).toEqual(result);
  });
});
