import { expect, it } from 'vitest';
import { applySpeakers, giveSpan, nameSpeakers, spellSpeakers } from './speakers.ts';

const speakers = [1, 1, undefined, 2, 2];
const words = speakers.map((speaker, at) => {
  return { raw: '', text: '', startSeconds: at, endSeconds: at + 0.9, confidence: null, speaker };
});
const segments = [0, 3, 4].map((startSeconds) => {
  const texts = { rawTranscript: '', transcript: '', translation: '' };
  return { startSeconds, endSeconds: startSeconds + 1, ...texts, confidence: null };
});
const spell = (given?: string) => {
  const applied = applySpeakers({ words, segments }, given === undefined ? null : { names: [], words: given });
  return [spellSpeakers(applied.words), spellSpeakers(applied.segments)];
};

it('marks words and segments as the engine told, or as their owner has it', () => {
  expect(spell()).toEqual(['11022', '122']);
  expect(spell('21111')).toEqual(['21111', '211']);
});

it('marks none where all are of one voice, or of none', () => {
  for (const given of ['33033', '00000', '']) expect(spell(given)).toEqual(['00000', '000']);
});

it('gives the words of a span to a speaker', () => {
  expect(spellSpeakers(giveSpan(words, { startSeconds: 0.9, endSeconds: 3.5 }, 3))).toBe('13332');
});

it('names a speaker as its owner does, else by its number in the language of the text', () => {
  expect([1, 2, 3].map(nameSpeakers('so', ['', 'Caasha']))).toEqual(['Codka 1', 'Caasha', 'Codka 3']);
  expect(nameSpeakers('en')(2)).toBe('Voice 2');
});
