import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audioFixture } from '#tests/support/audio-fixtures.ts';
import { usualDecoder } from '#tests/support/sound-in-memory.ts';
import { type Engines, openEngines } from '../parts/open-engines.ts';
import { readSpeechSettings } from '../settings.ts';
import { runPipeline } from './pipeline.ts';

type Answer = (response: ServerResponse) => void;

const answerJson =
  (value: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** What an OpenAI-compatible server insists on; anything else gets its 400. */
function findFault({ method, headers }: IncomingMessage, path: string, body: string): string | null {
  if (method !== 'POST') return 'method';
  if (headers.authorization !== 'Bearer secret') return 'key';
  if (path === '/v1/chat/completions') {
    const { model, messages, stream } = JSON.parse(body);
    const isWhole = model === 'test-model' && Array.isArray(messages) && messages.length > 0;
    return isWhole && stream === false ? null : 'chat';
  }
  if (path !== '/v1/audio/transcriptions') return 'path';
  const model = /name="model"\r\n\r\n(?:test-model|Ogaal-Labs\/Ogaal-ASR-CT2-INT8)\r\n/;
  const fields = ['name="file"; filename="segment.wav"', 'RIFF', 'name="language"'];
  return model.test(body) && fields.every((field) => body.includes(field)) ? null : 'form';
}

/** A real HTTP server that speaks the protocol strictly; `answers` are what the tests have it say. */
async function openOpenAiServer(answers: { transcription: Answer; chat: Answer }) {
  const asked = { transcription: 0, chat: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? '';
    const fault = findFault(request, path, Buffer.concat(chunks).toString('latin1'));
    if (fault) return answerJson({ error: fault }, 400)(response);
    const kind = path.endsWith('transcriptions') ? 'transcription' : 'chat';
    asked[kind] += 1;
    answers[kind](response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    server: { url, key: 'secret', model: 'test-model' },
    answers,
    asked,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const file = audioFixture('speech-2s.webm');
const heard = answerJson({ text: 'waan fiicanahay', segments: [{ avg_logprob: -0.1, no_speech_prob: 0 }] });
const said = answerJson({ choices: [{ message: { content: 'I am fine.' } }] });
const broken = answerJson({ error: 'out of memory' }, 500);

describe('servers in place of models', () => {
  let remote: Awaited<ReturnType<typeof openOpenAiServer>>;
  let engines: Engines;
  const transcribe = () => runPipeline(file, { engines, decoder: usualDecoder, maxAudioSeconds: 60 });

  beforeAll(async () => {
    remote = await openOpenAiServer({ transcription: heard, chat: said });
    const settings = readSpeechSettings({ SPEECH_PROFILE: 'starter' });
    engines = await openEngines({
      ...settings,
      profile: null,
      servers: { recogniser: remote.server, translator: remote.server },
    });
  });
  beforeEach(() => Object.assign(remote.answers, { transcription: heard, chat: said }));
  afterAll(async () => {
    await engines.close();
    await remote.close();
  });

  it('answer, and the result names them', async () => {
    const result = await transcribe();
    expect(result).toMatchObject({ rawTranscript: 'waan fiicanahay', translation: 'I am fine.' });
    expect(result.engine).toMatchObject({ recogniser: 'test-model', translator: 'test-model' });
  });

  it('fail a recording that they fail, the translation alone once there is a transcript', async () => {
    remote.answers.transcription = broken;
    await expect(transcribe()).rejects.toMatchObject({ code: 'TRANSCRIPTION_FAILED' });
    Object.assign(remote.answers, { transcription: heard, chat: broken });
    await expect(transcribe()).rejects.toMatchObject({ code: 'TRANSLATION_FAILED' });
  });

  it('are believed where they hear no word', async () => {
    remote.answers.transcription = answerJson({ text: '' });
    await expect(transcribe()).rejects.toMatchObject({ code: 'NO_SPEECH' });
  });

  it('are set as docs/model-setup.md says of Ogaal, whose server answers as faster-whisper does; models here translate', async () => {
    const page = await readFile('docs/model-setup.md', 'utf8');
    const lines = page.slice(page.indexOf('elsewhere: Ogaal')).matchAll(/^export (\w+)=(.+)$/gm);
    const written = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
    const words = [{ word: ' Waan', start: 0.1, end: 0.5, probability: 0.9 }];
    words.push({ word: ' fiicanahay.', start: 0.5, end: 1.2, probability: 0.8 });
    remote.answers.transcription = answerJson({ text: ' Waan fiicanahay.', language: 'so', duration: 2, words });
    const ASR_URL = remote.server.url;
    const settings = readSpeechSettings({ ...written, ASR_URL, ASR_KEY: 'secret' });
    const both = await openEngines(settings);
    try {
      const result = await runPipeline(file, { engines: both, decoder: usualDecoder, maxAudioSeconds: 60 });
      expect(result.words.map(({ raw, startSeconds }) => [raw, startSeconds])).toEqual([
        ['waan', expect.closeTo(0.1, 0)],
        ['fiicanahay', expect.closeTo(0.5, 0)],
      ]);
      expect(result.engine).toMatchObject({ recogniser: 'Ogaal-Labs/Ogaal-ASR-CT2-INT8', translator: 'starter' });
      expect([result.translation, result.transcriptConfidence]).toEqual(['I am fine. (?)', null]);
    } finally {
      await both.close();
    }
  });
});
