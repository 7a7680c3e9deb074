// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { chooseRecordingType } from './microphone.ts';

/** A browser that records some types and plays some. */
function choose(recordable: string[], playable: string[]) {
  vi.stubGlobal('MediaRecorder', { isTypeSupported: (type: string) => recordable.includes(type) });
  HTMLMediaElement.prototype.canPlayType = (type) => (playable.includes(type) ? 'maybe' : '');
  return chooseRecordingType();
}

const all = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/wav'];

it('prefers WebM, then MP4, then WAV', () => {
  expect(choose(all, all)).toBe('audio/webm;codecs=opus');
  expect(choose(['audio/mp4', 'audio/wav'], all)).toBe('audio/mp4');
  expect(choose(['audio/wav'], all)).toBe('audio/wav');
});

it('passes over a type that the browser records but cannot play', () => {
  expect(choose(all, ['audio/mp4'])).toBe('audio/mp4');
});

it('leaves the choice to a browser that knows none of them', () => {
  expect(choose([], [])).toBeUndefined();
});
