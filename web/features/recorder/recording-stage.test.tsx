// @vitest-environment jsdom
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderForTest, type TestScreen } from '../../app/render-for-test.tsx';
import { initialRecorderState, type Recorder, type RecorderState } from './recorder.ts';
import { WelcomeStep } from './welcome-step.tsx';

let screen: TestScreen;
afterEach(() => screen.close());

const nothing = () => undefined;

/** The step as it stands while its stage is open; "Cancel" closes it. */
function Step() {
  const [phase, setPhase] = useState<RecorderState['phase']>('countdown');
  return (
    <main>
      <WelcomeStep
        recorder={{ cancel: () => setPhase('idle') } as Recorder}
        state={{ ...initialRecorderState, phase }}
        choice={{ isChecking: false, refusal: undefined, choose: async () => undefined, withdraw: nothing }}
        limits={{ maxUploadBytes: 1, maxAudioSeconds: 60 }}
        recording={undefined}
        isRestored={false}
        hasMoved={false}
        notices={null}
        engineNotice={null}
        onRecording={nothing}
        onProcess={nothing}
        recordAgain={nothing}
      />
    </main>
  );
}

it('the page goes to the stage, and back to the heading of the step when the stage is left', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  // By then the step is there: its heading is what comes into view.
  const toTop = vi.fn(() => expect(screen.find('h1').textContent).toBe('Speak Somali, read it in two languages'));
  vi.stubGlobal('scrollTo', toTop);
  screen = await renderForTest(<Step />);
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce();
  expect(toTop).not.toHaveBeenCalled();
  await screen.click('Cancel');
  expect(toTop).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' });
  vi.unstubAllGlobals();
});
