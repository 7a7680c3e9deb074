import { expect, it } from 'vitest';
import { markSpeakers, tellSpeakers } from './tell-speakers.ts';

const turn = (startSeconds: number, endSeconds: number, speaker: number) => ({ startSeconds, endSeconds, speaker });
const word = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

it('gives a word to the turn that most of it lies in, or to the nearest within half a second', () => {
  const turns = [turn(0, 2, 1), turn(2, 5, 2), turn(8, 9, 1)];
  const words = [word(0.1, 0.5), word(1.8, 2.1), word(1.9, 2.4), word(5.2, 5.4), word(6.5, 6.9), word(7.8, 8.3)];
  expect(markSpeakers(words, turns).map(({ speaker }) => speaker)).toEqual([1, 1, 2, 2, undefined, 1]);
});

it('names no speaker where one voice alone was told', () => {
  expect(markSpeakers([word(0, 1)], [turn(0, 2, 1), turn(3, 4, 1)])).toEqual([word(0, 1)]);
});

it('embeds equally long windows together, and hands every embedding over in its place', async () => {
  const batches: number[][] = [];
  const told = await tellSpeakers(
    {
      async embed(windows) {
        batches.push(windows.map(({ length }) => length));
        const values = new Float32Array(windows.length * 256);
        for (const [at, window] of windows.entries()) values.fill(window.length, at * 256, (at + 1) * 256);
        return values;
      },
      async tellTurns({ stretches, embeddings, counts }) {
        expect(stretches).toHaveLength(3);
        expect([0, 1, 2, 3, 4].map((at) => embeddings[at * 256])).toEqual([25_840, 25_840, 25_840, 14_640, 25_840]);
        return counts.map((voices) => [turn(0, 2, voices ?? 1)]);
      },
    },
    {
      read: async ({ startSeconds, endSeconds }) => new Float32Array(Math.round((endSeconds - startSeconds) * 16_000)),
      stretches: [word(0, 2.4), word(3, 3.9), word(5, 6.6)],
    },
    [undefined, 2],
  );
  expect(told).toEqual([[turn(0, 2, 1)], [turn(0, 2, 2)]]);
  expect(batches.map((lengths) => new Set(lengths).size)).toEqual([1, 1]);
});
