import { expect, it } from 'vitest';
import { SpeechError } from '../../speech-error.ts';
import { createCircuitBreaker } from './call-server.ts';

const failing = (code: SpeechError['code']) => () => Promise.reject(new SpeechError(code));
const busy = { code: 'ENGINE_BUSY', detail: 'the remote engine failed and is left alone' };

function setUp() {
  const clock = { milliseconds: 0 };
  return { clock, breaker: createCircuitBreaker(() => clock.milliseconds) };
}

async function failThrice({ breaker }: ReturnType<typeof setUp>): Promise<void> {
  for (let time = 0; time < 3; time += 1)
    await expect(breaker.run(failing('TRANSCRIPTION_TIMEOUT'))).rejects.toMatchObject({
      code: 'TRANSCRIPTION_TIMEOUT',
    });
}

it('leaves a server alone after three failures in a row, and asks it once after a pause that grows', async () => {
  const made = setUp();
  await failThrice(made);
  let calls = 0;
  const work = async () => ++calls;
  made.clock.milliseconds = 29_999;
  await expect(made.breaker.run(work)).rejects.toMatchObject(busy);
  expect(calls).toBe(0);
  made.clock.milliseconds = 30_000;
  const probe = Promise.withResolvers<number>();
  const asked = made.breaker.run(() => probe.promise);
  await expect(made.breaker.run(work)).rejects.toMatchObject(busy);
  probe.reject(new SpeechError('TRANSCRIPTION_FAILED'));
  await expect(asked).rejects.toMatchObject({ code: 'TRANSCRIPTION_FAILED' });
  made.clock.milliseconds = 89_999;
  await expect(made.breaker.run(work)).rejects.toMatchObject(busy);
  made.clock.milliseconds = 90_000;
  expect(await made.breaker.run(work)).toBe(1);
  expect(await made.breaker.run(work)).toBe(2);
});

it('counts only the server’s own failures, and only those in a row', async () => {
  const { breaker } = setUp();
  for (let time = 0; time < 6; time += 1)
    await breaker.run(failing('TRANSCRIPTION_CANCELLED')).catch((error: unknown) => error);
  for (let time = 0; time < 6; time += 1) {
    await breaker.run(failing('TRANSCRIPTION_FAILED')).catch((error: unknown) => error);
    expect(await breaker.run(async () => 'well')).toBe('well');
  }
});
