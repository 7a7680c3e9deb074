// @vitest-environment jsdom
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderForTest, type TestScreen } from '../../app/render-for-test.tsx';
import type { Recording } from './kept-recording.ts';
import { RecordCard } from './record-card.tsx';
import { initialRecorderState } from './recorder.ts';
import { WelcomeStep } from './welcome-step.tsx';

let screen: TestScreen;
afterEach(() => screen.close());

const nothingChosen = { isChecking: false, refusal: undefined, choose: async () => {}, withdraw: () => {} };

async function open(given: Partial<ComponentProps<typeof WelcomeStep>>): Promise<void> {
  const nothing = () => undefined;
  const unused = { recorder: undefined as never, choice: nothingChosen, notices: null, engineNotice: null };
  screen = await renderForTest(
    <WelcomeStep
      {...unused}
      state={initialRecorderState}
      limits={{ maxUploadBytes: 1, maxAudioSeconds: 60 }}
      recording={undefined}
      isRestored={false}
      hasMoved={false}
      onRecording={nothing}
      onProcess={nothing}
      recordAgain={nothing}
      {...given}
    />,
  );
}

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
    await open({ recording, state: { ...initialRecorderState, error: { key: 'RECORDING_TOO_SHORT' } } });
    expect(screen.root.querySelector('[role="alert"]')?.textContent ?? '').toBe(said);
  },
);

it.each([
  [{ source: 'file', wasSent: true }, true, 'charged only once', 'This uses one attempt.'],
  [{ source: 'file', wasSent: true }, false, 'This uses one attempt.', 'charged only once'],
  [{ source: 'file' }, true, 'This uses one attempt.', 'charged only once'],
  [{ source: 'sample', wasSent: true }, true, 'This costs no attempt.', 'charged only once'],
] as const)('%o, restored: %s, is said to cost one thing only', async (given, isRestored, said, unsaid) => {
  const recording = { bytes: new ArrayBuffer(4), mimeType: 'audio/mp4', fileName: 'note.m4a', durationSeconds: 3 };
  await open({ recording: { ...recording, ...given }, isRestored });
  expect(screen.text()).toContain(said);
  expect(screen.text()).not.toContain(unsaid);
});

const facebook = '(iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605 Mobile/15E148 [FBAN/FBIOS;FBAV/446.0]';
const chrome = '(Linux; Android 10; K) AppleWebKit/537.36 Chrome/146.0 Mobile Safari/537.36';
it.each([
  ['Facebook', facebook, 'MICROPHONE_DENIED', 'en', 'Open this page in Chrome or Safari'],
  ['Facebook', facebook, 'MICROPHONE_IN_USE', 'en', 'Open this page in Chrome or Safari'],
  ['Facebook', facebook, 'MICROPHONE_DENIED', 'so', 'Boggan ku fur Chrome ama Safari'],
  ['Chrome', chrome, 'MICROPHONE_DENIED', 'en', 'How to allow the microphone'],
  ['Chrome', chrome, 'MICROPHONE_IN_USE', 'en', ''],
] as const)(
  'in %s (%s), %s is followed by the advice that helps there (%s)',
  async (_, userAgent, key, language, advice) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 ${userAgent}`);
    const state = { ...initialRecorderState, error: { key } };
    screen = await renderForTest(<RecordCard state={state} onRecord={() => undefined} />, { language });
    const said = screen.root.querySelector('[role="alert"] p + p')?.textContent ?? '';
    expect(said).toContain(advice);
    expect(said === '').toBe(advice === '');
    vi.restoreAllMocks();
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
  await open({ onRecording });
  await screen.click('A greeting');
  expect(fetching).toHaveBeenCalledOnce();
  screen.close();
  arrive(new Response(new ArrayBuffer(4)));
  await screen.advance(0);
  expect(onRecording).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
