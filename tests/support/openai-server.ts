import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (response: ServerResponse) => void;

export const answerJson =
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
  const fields = ['name="file"; filename="segment.wav"', 'RIFF', 'name="model"\r\n\r\ntest-model', 'name="language"'];
  return fields.every((field) => body.includes(field)) ? null : 'form';
}

/** A real HTTP server that speaks the protocol strictly; `answers` are what the tests have it say. */
export async function openOpenAiServer(answers: { transcription: Answer; chat: Answer }) {
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
