import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/failure.ts';
import { streamResponse } from './stream-response.ts';

describe('a line of text', () => {
  const failures: string[] = [];
  const said = (text: string) => ({ recognition: { stage: 'recognition', text, progress: 0.5 } });

  /** The stream that is sent, for what the row holds from look to look. */
  function open(
    markTextSent: () => Promise<void>,
    rows: object[] | AsyncIterable<object> = [{ state: 'running', progress: said('maanta') }],
    now = () => 0,
  ) {
    let sent: NodeJS.ReadableStream | undefined;
    const reply = {
      type: () => reply,
      header: () => reply,
      send(stream: NodeJS.ReadableStream) {
        sent = stream;
        return reply;
      },
    };
    async function* polls(rows: object[]) {
      for (const row of rows) yield { row, position: 0 };
    }
    const unfinished = () => new Failure('QUEUE_FULL');
    const onFailure = (failure: Failure) => void failures.push(failure.code);
    const options = {
      id: 'a',
      language: 'en',
      requestId: 'r',
      polls: Array.isArray(rows) ? polls(rows) : rows,
      unfinished,
      onFailure,
      service: { markTextSent },
      now,
    };
    streamResponse(reply as never, options as never);
    return sent as unknown as AsyncIterable<Buffer>;
  }

  it('leaves only once its attempt is noted as spent', async () => {
    let note = () => {};
    const noted = new Promise<void>((resolve) => {
      note = resolve;
    });
    let hasLeft = false;
    const whole = (async () => {
      let all = '';
      for await (const chunk of open(() => noted)) {
        all += chunk;
        hasLeft = all.includes('maanta');
      }
      return all;
    })();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(hasLeft).toBe(false);
    note();
    expect(await whole).toContain('maanta');
  });

  it('is noted once, and neither waiting nor silence is', async () => {
    const audio = { stage: 'audio', durationSeconds: 2, speechSeconds: 1 };
    const queued = { state: 'queued', progress: {} };
    const running = (progress: object) => ({ state: 'running', progress: { audio, ...progress } });
    let notes = 0;
    const note = async () => {
      notes += 1;
    };
    const silent = [queued, queued, running({}), running(said(' '))];
    const stagesOf = async (rows: object[]) =>
      (await text(open(note, rows) as never)).match(/(?<="stage":")\w+/g)?.join(' ');
    expect([await stagesOf(silent), notes]).toEqual(['queued audio recognition error', 0]);
    const spoken = [...silent, running(said('maanta')), running(said('maanta')), running(said('maanta waan'))];
    expect([await stagesOf(spoken), notes]).toEqual(['queued audio recognition recognition recognition error', 1]);
  });

  it('that is long leaves as its end, from a word on', async () => {
    const long = Array.from({ length: 2_000 }, (_, at) => `erey${at}`).join(' ');
    const [, recognition = ''] = (
      await text(open(async () => {}, [{ state: 'running', progress: said(long) }]) as never)
    ).split('\n');
    const left = JSON.parse(recognition).text;
    expect(left.length).toBeLessThan(4_100);
    expect(left).toMatch(/^… erey\d+ .* erey1999$/);
  });

  it('is empty after fifteen seconds of silence, and only then', async () => {
    let milliseconds = 0;
    // A look every two seconds.
    async function* looks() {
      for (let count = 0; count < 18; count += 1) {
        yield { row: { state: 'queued', progress: {} }, position: 0 };
        milliseconds += 2_000;
      }
    }
    const answer = await text(
      open(
        async () => {},
        looks(),
        () => milliseconds,
      ) as never,
    );
    expect(answer.split('\n').map(Boolean)).toEqual([true, false, false, true, false]);
  });

  it('begins with the id, also where the work began before anybody looked', async () => {
    const [first] = (await text(open(async () => {}) as never)).split('\n');
    expect(JSON.parse(first ?? '')).toEqual({ stage: 'queued', id: 'a', position: 0 });
  });

  it('never leaves where that is refused', async () => {
    const answer = await text(open(() => Promise.reject(new Failure('TRANSCRIPTION_CANCELLED'))) as never);
    expect(answer).not.toContain('maanta');
    expect(answer).toContain('TRANSCRIPTION_CANCELLED');
    expect(failures.at(-1)).toBe('TRANSCRIPTION_CANCELLED');
  });
});
