import { describe, expect, it } from 'vitest';
import type { TimeSpan } from '../../audio/samples.ts';
import { cutWindows } from './cut-windows.ts';
import { cutLinks, linkWindows } from './link-windows.ts';
import * as speakers from './speakers.ts';

const size = 8;

type Found = { stretches: readonly TimeSpan[]; embeddings: Float32Array; voices?: number };
const tellTurns = ({ voices, ...found }: Found) => speakers.tellTurns({ ...found, counts: [voices] })[0] ?? [];

/** A voice is an axis; `lean` mixes it with the next one. */
function makeVoice(axis: number, lean = 0): Float32Array {
  const vector = new Float32Array(size);
  vector[axis] = Math.sqrt(1 - lean * lean);
  vector[(axis + 1) % size] = lean;
  return vector;
}

/** Embeddings as a model would give them, were its windows of one voice each. */
function embed(stretches: readonly TimeSpan[], voiceAt: (seconds: number) => Float32Array): Float32Array {
  const windows = cutWindows(stretches);
  const values = new Float32Array(windows.length * size);
  for (const [at, { startSeconds, endSeconds }] of windows.entries())
    values.set(voiceAt((startSeconds + endSeconds) / 2), at * size);
  return values;
}

const spans = (...edges: [number, number][]): TimeSpan[] =>
  edges.map(([startSeconds, endSeconds]) => ({ startSeconds, endSeconds }));

const describeTurns = (turns: ReturnType<typeof tellTurns>) =>
  turns.map(({ startSeconds, endSeconds, speaker }) => [
    Math.round(startSeconds * 10) / 10,
    Math.round(endSeconds * 10) / 10,
    speaker,
  ]);

describe('turns of a recording', () => {
  const dialogue = spans([0, 6], [6.5, 12], [12.6, 18], [18.5, 24]);
  const isFirst = (seconds: number) => seconds < 6 || (seconds > 12.5 && seconds < 18.2);

  it('part two voices that answer each other, the first heard being 1', () => {
    const embeddings = embed(dialogue, (seconds) => makeVoice(isFirst(seconds) ? 3 : 1));
    expect(describeTurns(tellTurns({ stretches: dialogue, embeddings }))).toEqual([
      [0, 6, 1],
      [6.5, 12, 2],
      [12.6, 18, 1],
      [18.5, 24, 2],
    ]);
  });

  it('keep a voice whole that sounds a little different from window to window', () => {
    const embeddings = embed(dialogue, (seconds) => makeVoice(2, 0.3 * Math.sin(seconds)));
    expect(new Set(tellTurns({ stretches: dialogue, embeddings }).map(({ speaker }) => speaker))).toEqual(new Set([1]));
  });

  it('take one change without a way back for another microphone, unless the number of voices is known', () => {
    const embeddings = embed(dialogue, (seconds) => makeVoice(seconds < 12.3 ? 3 : 1));
    const voicesOf = (voices?: number) =>
      new Set(
        tellTurns({ stretches: dialogue, embeddings, ...(voices ? { voices } : {}) }).map((turn) => turn.speaker),
      );
    expect(voicesOf()).toEqual(new Set([1]));
    expect(voicesOf(2)).toEqual(new Set([1, 2]));
  });

  it('give a voice of three seconds to the nearest, and ask two like voices for more speech', () => {
    const short = embed(dialogue, (seconds) => (seconds > 8 && seconds < 10 ? makeVoice(5) : makeVoice(3)));
    expect(new Set(tellTurns({ stretches: dialogue, embeddings: short }).map((turn) => turn.speaker)).size).toBe(1);
    const alike = embed(dialogue, (seconds) => makeVoice(3, isFirst(seconds) ? 0 : 0.78));
    expect(new Set(tellTurns({ stretches: dialogue, embeddings: alike }).map((turn) => turn.speaker)).size).toBe(1);
  });

  it('join the nearest voices until there are as many as a person says', () => {
    const three = (seconds: number) => makeVoice(seconds < 6 || seconds > 18.2 ? 1 : seconds < 12.3 ? 4 : 6);
    const embeddings = embed(dialogue, three);
    const count = (voices?: number) =>
      new Set(tellTurns({ stretches: dialogue, embeddings, ...(voices ? { voices } : {}) }).map((turn) => turn.speaker))
        .size;
    expect([count(), count(2), count(1)]).toEqual([3, 2, 1]);
  });

  it('are none without speech, and one for a single word', () => {
    expect(tellTurns({ stretches: [], embeddings: new Float32Array() })).toEqual([]);
    const word = spans([1, 1.7]);
    const turns = tellTurns({ stretches: word, embeddings: makeVoice(0) });
    expect(turns).toEqual([{ startSeconds: expect.any(Number), endSeconds: expect.any(Number), speaker: 1 }]);
  });

  it('hold for hours: every n-th window is linked, the others follow', () => {
    const long = Array.from({ length: 300 }, (_, at) => ({ startSeconds: at * 5, endSeconds: at * 5 + 4.5 }));
    const embeddings = embed(long, (seconds) => makeVoice(Math.floor(seconds / 5) % 2 === 0 ? 0 : 4));
    const turns = tellTurns({ stretches: long, embeddings });
    expect(turns).toHaveLength(300);
    expect(turns.every(({ speaker }, at) => speaker === (at % 2) + 1)).toBe(true);
  });
});

describe('average linkage', () => {
  const rows = [makeVoice(0), makeVoice(0, 0.1), makeVoice(4), makeVoice(4, 0.2), makeVoice(6)];
  const values = new Float32Array(rows.flatMap((row) => [...row]));

  it('joins what is near and parts what is not, or leaves as many as asked for', () => {
    const embeddings = { values, size, count: rows.length };
    const cut = (at: Parameters<typeof cutLinks>[2]) => cutLinks(linkWindows(embeddings), rows.length, at);
    expect([...cut({ threshold: 0.45 })]).toEqual([0, 0, 1, 1, 2]);
    expect(new Set(cut({ clusters: 2 })).size).toBe(2);
    expect(new Set(cut({ clusters: 5 })).size).toBe(5);
  });
});
