// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderForTest } from '../../app/render-for-test.tsx';
import type { Recording } from './kept-recording.ts';
import { type FileChoice, useFileChoice } from './upload-card.tsx';

const taken: Recording[] = [];
const several: (readonly File[])[] = [];
let choice: FileChoice;

function Probe() {
  choice = useFileChoice(
    { maxUploadBytes: 100, maxAudioSeconds: 60 },
    { onRecording: (recording) => taken.push(recording), onFiles: (files) => several.push(files) },
  );
  return null;
}

it('takes the file that was chosen last, however slowly an earlier one is read', async () => {
  // What jsdom does not load has no length.
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement) {
    this.onerror?.('');
  });
  const screen = await renderForTest(<Probe />);
  const read = Promise.withResolvers<ArrayBuffer>();
  const slow = new File(['OggS'], 'first.ogg', { type: 'audio/ogg' });
  slow.arrayBuffer = () => read.promise;
  const first = choice.choose([slow]);
  await act(() => choice.choose([new File(['OggS'], 'second.ogg', { type: 'audio/ogg' })]));
  read.resolve(new ArrayBuffer(4));
  await act(() => first);
  expect(taken.map(({ fileName }) => fileName)).toEqual(['second.ogg']);
  screen.close();
});
