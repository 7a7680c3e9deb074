import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RemoteServer } from '../../settings.ts';
import { createOpenAiRecogniser, readTranscription } from './openai-recogniser.ts';
import { createOpenAiTranslator } from './openai-translator.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

let stop = () => Promise.resolve();
afterEach(() => stop());

/** A real HTTP server on this machine that answers as `handler` says. */
async function serve(handler: Handler): Promise<RemoteServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    handler(request, response, Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, key: 'secret', model: 'test-model' };
}

const answerJson = (response: ServerResponse, value: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const second = new Float32Array(16_000);
const recognise = (server: RemoteServer, signal?: AbortSignal) =>
  createOpenAiRecogniser(server).recognise(second, signal);

/** JSON for as long as anybody reads it. */
function flood(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('"waan",'.repeat(10_000)));
  };
  response.on('drain', more).writeHead(200).write('["');
  more();
}

describe('remote recognition', () => {
  it('sends a WAV file, the key and Somali, and reads words with their probabilities', async () => {
    let sent: { authorization: string; body: Buffer; url: string } = {
      authorization: '',
      body: Buffer.alloc(0),
      url: '',
    };
    const server = await serve((request, response, body) => {
      sent = { authorization: request.headers.authorization ?? '', body, url: request.url ?? '' };
      answerJson(response, {
        text: 'Waan fiicanahay.',
        segments: [
          {
            no_speech_prob: 0.1,
            words: [
              { word: ' Waan', start: 0.1, end: 0.3, probability: 0.9 },
              { word: ' fiicanahay.', start: 0.3, end: 0.9, probability: 0.5 },
            ],
          },
        ],
      });
    });
    const heard = await recognise(server);
    expect(sent.url).toBe('/v1/audio/transcriptions');
    expect(sent.authorization).toBe('Bearer secret');
    const text = sent.body.toString('latin1');
    expect(text).toContain('RIFF');
    expect(text).toMatch(/name="language"\r\n\r\nso\r\n/);
    expect(heard).toEqual({
      isSpeech: true,
      outOfAlphabetProbability: 0,
      somaliLogOdds: null,
      words: [
        { raw: 'waan', startSeconds: 0.1, endSeconds: 0.3, confidence: 0.9 },
        { raw: 'fiicanahay', startSeconds: 0.3, endSeconds: 0.9, confidence: 0.5 },
      ],
    });
  });

  it('spreads words over the audio where a server gives no times, and knows no probability it was not told', () => {
    const { words } = readTranscription({ text: 'Haa, waan imanayaa' }, 2);
    expect(words.map(({ raw }) => raw)).toEqual(['haa', 'waan', 'imanayaa']);
    expect(words.map(({ confidence }) => confidence)).toEqual([null, null, null]);
    expect(words.at(-1)?.endSeconds).toBeCloseTo(2);
  });

  it('does not believe times in another unit', () => {
    const { words } = readTranscription({ text: 'haa', words: [{ word: 'haa', start: 0, end: 900_000_000 }] }, 1);
    expect(words[0]?.endSeconds).toBe(1);
  });

  it.each([
    ['an error status', (response: ServerResponse) => response.writeHead(500).end('the spoken text')],
    ['no JSON', (response: ServerResponse) => response.writeHead(200).end('<html>')],
    ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['another form', (response: ServerResponse) => answerJson(response, { result: [] })],
    [
      'a body cut off',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '500' }).write('{"text": "waan');
        setImmediate(() => response.destroy());
      },
    ],
    ['a body without end', (response: ServerResponse) => flood(response)],
  ])('gives one clean error for %s, without the server’s words', async (_name, answer) => {
    const server = await serve((_request, response) => answer(response));
    const failure = await recognise(server).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'TRANSCRIPTION_FAILED' });
    expect(String(failure)).not.toContain('spoken text');
  });

  it('gives up on a server that hangs, before its answer or in it', async () => {
    const timeOut = AbortSignal.timeout.bind(AbortSignal);
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => timeOut(milliseconds / 200));
    for (const begins of [false, true]) {
      const server = await serve((_request, response) => begins && response.writeHead(200).write('{"text":'));
      await expect(recognise(server)).rejects.toMatchObject({ code: 'TRANSCRIPTION_TIMEOUT' });
      await stop();
    }
    limit.mockRestore();
  });

  it('does not believe words without times, out of order or before the beginning', () => {
    const answers = [
      [{ word: 'haa' }, { word: 'waan' }],
      [
        { word: 'haa', start: null, end: null },
        { word: 'waan', start: 0.5, end: 0.9 },
      ],
      [
        { word: 'haa', start: 0.8, end: 0.9 },
        { word: 'waan', start: 0.1, end: 0.2 },
      ],
      [
        { word: 'haa', start: -1, end: 0.1 },
        { word: 'waan', start: 0.2, end: 0.4 },
      ],
    ];
    for (const words of answers) {
      const read = readTranscription({ text: 'haa waan', words }, 1).words;
      expect(read.map(({ raw }) => raw)).toEqual(['haa', 'waan']);
      expect(read[0]).toMatchObject({ startSeconds: 0, confidence: null });
      expect(read[1]?.startSeconds).toBeCloseTo(3 / 7);
    }
  });

  it('ends at once when it is cancelled', async () => {
    const cancel = new AbortController();
    const server = await serve(() => cancel.abort());
    await expect(recognise(server, cancel.signal)).rejects.toMatchObject({
      code: 'TRANSCRIPTION_CANCELLED',
    });
  });
});

describe('remote translation', () => {
  it('keeps the sentence apart from the instruction and reads log-probabilities', async () => {
    let messages: { role: string; content: string }[] = [];
    const server = await serve((_request, response, body) => {
      messages = JSON.parse(body.toString()).messages;
      answerJson(response, {
        choices: [{ message: { content: ' I am fine. ' }, logprobs: { content: [{ logprob: -0.1 }] } }],
      });
    });
    expect(await createOpenAiTranslator(server).translate('Waan fiicanahay.')).toEqual({
      text: 'I am fine.',
      tokenLogProbabilities: [-0.1],
      isCut: false,
    });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[1]?.content).toBe('Waan fiicanahay.');
  });

  it('refuses an empty answer', async () => {
    const server = await serve((_request, response) =>
      answerJson(response, { choices: [{ message: { content: '  ' } }] }),
    );
    await expect(createOpenAiTranslator(server).translate('Haa.')).rejects.toMatchObject({
      code: 'TRANSCRIPTION_FAILED',
    });
  });
});

describe('a busy server', () => {
  const busyFor = (times: number, retryAfter: string | undefined, status = 429) => {
    const counted = { calls: 0 };
    const server = serve((_, response) => {
      counted.calls += 1;
      if (counted.calls > times) answerJson(response, { text: 'haa' });
      else response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('busy');
    });
    return { counted, server };
  };

  it('is asked again when it says so', async () => {
    for (const status of [429, 503]) {
      const { counted, server } = busyFor(2, '0', status);
      expect((await recognise(await server)).words.map(({ raw }) => raw)).toEqual(['haa']);
      expect(counted.calls).toBe(3);
      await stop();
    }
  });

  it('is not asked for ever, nor waited for an hour, nor asked when it does not say', async () => {
    for (const [times, retryAfter, calls] of [
      [9, '0', 3],
      [1, '3600', 1],
      [1, 'Wed, 21 Oct 2026 07:28:00 GMT', 1],
      [1, undefined, 1],
    ] as const) {
      const { counted, server } = busyFor(times, retryAfter);
      await expect(recognise(await server)).rejects.toMatchObject({
        code: 'ENGINE_BUSY',
        detail: 'remote engine answered 429',
      });
      expect(counted.calls).toBe(calls);
      await stop();
    }
  });
});
