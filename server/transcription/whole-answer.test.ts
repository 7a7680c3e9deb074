import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/failure.ts';
import { answerFailure } from '../http/answer-failure.ts';
import { sendWhole } from './whole-answer.ts';

/** Asks a server whose work takes as many pauses as are said. */
async function ask(work: () => Promise<object>, pauses: number) {
  const app = Fastify();
  app.setErrorHandler(answerFailure);
  let left = pauses;
  let finish = () => {};
  const isTime = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const pause = async () => {
    if (left === 0) return new Promise<void>(() => finish());
    left -= 1;
  };
  if (pauses === 0) finish();
  app.get('/', (_request, reply) =>
    sendWhole(isTime.then(work), { reply, language: 'en', requestId: 'the-request', pause }),
  );
  const answer = await app.inject('/');
  await app.close();
  return { status: answer.statusCode, text: answer.body, body: answer.json<Record<string, unknown>>() };
}

const failing = () => Promise.reject(new Failure('UNAVAILABLE', { retryAfterSeconds: 2 }));

describe('an answer in one piece', () => {
  it('is an answer as any other when it is known in time', async () => {
    expect(await ask(async () => ({ success: true }), 0)).toMatchObject({ status: 200, text: '{"success":true}' });
    expect(await ask(failing, 0)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  });

  it('begins before a proxy loses its patience, and is still JSON (D5)', async () => {
    const { status, text, body } = await ask(async () => ({ success: true }), 3);
    expect([status, body]).toEqual([200, { success: true }]);
    expect(text).toMatch(/^ {3}\{/);
  });

  it('tells a failure that comes after that in its body (D5)', async () => {
    const { status, body } = await ask(failing, 2);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, status: 503, code: 'UNAVAILABLE', retryAfterSeconds: 2 });
  });
});
