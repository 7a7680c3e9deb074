// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { renderForTest, type TestScreen } from '../../app/render-for-test.tsx';
import type { Recording } from './kept-recording.ts';
import { initialRecorderState } from './recorder.ts';
import { WelcomeStep } from './welcome-step.tsx';

let screen: TestScreen;
afterEach(() => screen.close());

it.each([
  ['recording', 'Recording too short! Please record at least 2 seconds.'],
  ['file', ''],
] as const)(
  'the microphone’s trouble stands beside the recording that was to be replaced (%s)',
  async (source, said) => {
    const recording: Recording = {
      ...{ bytes: new ArrayBuffer(4), mimeType: 'audio/webm', fileName: 'recording.wav' },
      source,
      durationSeconds: 3,
    };
    const nothing = () => undefined;
    const unused = { recorder: undefined as never, choice: undefined as never, notices: null, engineNotice: null };
    screen = await renderForTest(
      <WelcomeStep
        {...unused}
        state={{ ...initialRecorderState, error: { key: 'RECORDING_TOO_SHORT' } }}
        limits={{ maxUploadBytes: 1, maxAudioSeconds: 60 }}
        recording={recording}
        isRestored={false}
        hasMoved={false}
        onRecording={nothing}
        onProcess={nothing}
        recordAgain={nothing}
      />,
    );
    expect(screen.root.querySelector('[role="alert"]')?.textContent ?? '').toBe(said);
  },
);

it('a sample that comes late does not take the place of what was recorded meanwhile', async () => {
  let arrive = (_: Response) => {};
  const fetching = vi.fn(
    (_: string, init?: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        arrive = resolve;
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  vi.stubGlobal('fetch', fetching);
  const onRecording = vi.fn();
  const nothing = () => undefined;
  const choice = { isChecking: false, refusal: undefined, choose: async () => undefined };
  screen = await renderForTest(
    <WelcomeStep
      {...{
        choice,
        onRecording,
        recorder: undefined as never,
        notices: null,
        engineNotice: null,
        recording: undefined,
      }}
      state={initialRecorderState}
      limits={{ maxUploadBytes: 1, maxAudioSeconds: 60 }}
      isRestored={false}
      hasMoved={false}
      onProcess={nothing}
      recordAgain={nothing}
    />,
  );
  await screen.click('A greeting');
  expect(fetching).toHaveBeenCalledOnce();
  screen.close();
  arrive(new Response(new ArrayBuffer(4)));
  await screen.advance(0);
  expect(onRecording).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
