// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderForTest, type TestScreen, testToken } from '../../app/render-for-test.tsx';
import * as keptRecording from '../../features/recorder/kept-recording.ts';
import { browserMicrophone } from '../../features/recorder/microphone.ts';
import * as sharedAudio from '../../lib/shared-audio.ts';
import { DemoPage } from './demo-page.tsx';

const user = { fullName: 'Cabdi Warsame', email: 'cabdi@example.org', attemptsRemaining: 2 };
const session = { user, attemptsRemaining: 2, expiresAt: '2096-01-01T00:00:00.000Z' };
const spoken = { bytes: new ArrayBuffer(8), mimeType: 'audio/webm', fileName: 'recording.wav' };

let screen: TestScreen;
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  window.scrollTo = vi.fn() as never;
  // What jsdom does not load has no length.
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement) {
    this.onerror?.('');
  });
  vi.spyOn(keptRecording, 'keepRecording').mockResolvedValue(true);
  vi.spyOn(browserMicrophone, 'open').mockImplementation(async () => ({
    readLevel: () => -20,
    record: ({ onSound }) => {
      onSound();
      return async () => spoken;
    },
    onLost: () => undefined,
    onMuteChange: () => undefined,
    close: () => undefined,
  }));
});
afterEach(() => {
  screen.close();
  vi.restoreAllMocks();
});

const open = async () => {
  screen = await renderForTest(<DemoPage />, {
    token: testToken(),
    answer: () => ({ success: true, data: session }),
  });
};

const record = async (seconds: number) => {
  await screen.click('Start now');
  await screen.advance(seconds * 1000);
  await screen.click('Stop');
};

/** A file of a card or a cloud: its bytes are there when the test says so. */
async function chooseSlowFile() {
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
  const file = new File(['OggS'], 'slow.ogg', { type: 'audio/ogg' });
  file.arrayBuffer = () => promise;
  await act(async () => void fireEvent.change(screen.find('input[type=file]'), { target: { files: [file] } }));
  return () => act(async () => resolve(new ArrayBuffer(4)));
}

it('a file that is read slowly does not take the place of what was recorded meanwhile', async () => {
  await open();
  const arrive = await chooseSlowFile();
  await screen.click('Start recording');
  await record(3);
  expect(screen.text()).toContain('Your recording');
  await arrive();
  expect(screen.text()).toContain('Your recording');
  expect(screen.text()).not.toContain('slow.ogg');
  expect(vi.mocked(keptRecording.keepRecording).mock.calls.map(([{ fileName }]) => fileName)).toEqual([
    spoken.fileName,
  ]);
});

it('a recording that is too short to replace another leaves it where it was, with nothing drawn between', async () => {
  await open();
  await screen.click('Start recording');
  await record(3);
  await screen.click('Re-record');
  const between = vi.spyOn(HTMLElement.prototype, 'focus');
  await record(1);
  expect(screen.find('[role=alert]').textContent).toContain('Recording too short!');
  const focused = between.mock.contexts.map((element) => (element as HTMLElement).textContent);
  expect(focused).not.toContain('Start recording');
  expect(focused.at(-1)).toBe('Your recording');
});

it('a shared note that is no audio does not cost the recording it was to replace', async () => {
  const note = new File(['no sound'], 'note.opus', { type: 'audio/ogg' });
  vi.spyOn(sharedAudio, 'readSharedAudio').mockResolvedValue([note]);
  await open();
  await screen.click('Start recording');
  await record(3);
  await screen.click('Use it');
  await vi.waitFor(() => expect(screen.find('[role=alert]')).not.toBeNull());
  expect(screen.text()).toContain('Your recording');
  expect(screen.button('Process')).toBeDefined();
});

it('whoever leaves a shared note that took the place of a recording is back at the welcome step', async () => {
  const note = new File(['OggS'], 'note.opus', { type: 'audio/ogg' });
  vi.spyOn(sharedAudio, 'readSharedAudio').mockResolvedValue([note]);
  await open();
  await screen.click('Start recording');
  await record(3);
  await screen.click('Use it');
  await vi.waitFor(() => expect(screen.text()).toContain('Choose another'));
  await screen.click('Choose another');
  expect(screen.button('Start recording')).toBeDefined();
});
