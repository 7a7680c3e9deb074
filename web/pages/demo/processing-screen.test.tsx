// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import errors from '#shared/errors/en.json';
import { renderForTest, type TestScreen } from '../../app/render-for-test.tsx';
import { type Journey, startJourney, viewJourney } from '../../features/processing/journey.ts';
import { ProcessingError } from '../../features/processing/processing-failure.tsx';
import { ProcessingStep } from '../../features/processing/processing-step.tsx';
import * as keptRecording from '../../features/recorder/kept-recording.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { ProcessingScreen } from './processing-screen.tsx';
import { useDemoFlow } from './use-demo-flow.ts';

type Recording = keptRecording.Recording;

let screen: TestScreen;
afterEach(() => {
  screen.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = async (part: Partial<Journey>, now: number) => {
  const journey = { ...startJourney(0), ...part };
  screen = await renderForTest(
    <ProcessingStep
      state={{ journey, view: viewJourney(journey, now), failure: undefined }}
      onShowNow={() => undefined}
      onCancel={() => undefined}
    />,
  );
};
const progress = () => screen.root.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow');
const done = { reached: 4, doneAt: 50 } as const;

describe('the processing screen (spec §4)', () => {
  it.each([
    [3_500, 'Processing audio', '20'],
    [6_500, 'Speech recognition', '40'],
    [9_500, 'Text enhancement', '60'],
    [12_500, 'Translation', '80'],
    [15_500, 'Complete', '100'],
  ])('at %s ms: %s, %s %%', async (now, title, percent) => {
    await open(done, now);
    expect(progress()).toBe(percent);
    expect(screen.text()).toContain(title);
  });

  it('names the warm-up, which is none of the five', async () => {
    await open({}, 0);
    expect([progress(), screen.text()]).toEqual(['0', expect.stringContaining('Getting ready0%')]);
  });

  it('tells how much was sent, who is before us, and which try it is', async () => {
    await open({ uploadedFraction: 0.425, queuePosition: 2, tryNumber: 2 }, 100);
    expect(screen.text()).toContain('Uploading: 42%');
    expect(screen.text()).toContain('2 recordings are ahead of yours');
    expect(screen.text()).toContain('Trying again (2 of 3)');
  });

  it('offers the result from done on, and the way out before', async () => {
    await open({}, 100);
    expect(screen.button('Cancel')).toBeTruthy();
    expect(screen.text()).not.toContain('Show result now');
    screen.close();
    await open(done, 100);
    expect(screen.button('Show result now')).toBe(document.activeElement);
    expect(screen.text()).not.toContain('Cancel');
  });

  it.each([
    [3_500, '20%', 'Processing your recording'],
    [15_500, '100%', 'Your text is ready'],
  ])('says the same in every place while the journey goes on after the text is there (at %s ms)', async (...row) => {
    const [now, percent, heading] = row;
    await open({ ...done, recognition: { progress: 1, from: 0, since: 50 } }, now);
    expect(screen.root.querySelector('h1')?.textContent).toBe(heading);
    expect(screen.text()).toContain(percent);
    expect(screen.text()).not.toContain('s left');
    const isReady = heading === 'Your text is ready';
    expect(screen.root.querySelector('[role="status"]')?.textContent.includes(heading)).toBe(isReady);
  });

  it('names all five steps', async () => {
    await open({}, 100);
    const steps = [...screen.root.querySelectorAll('ol li')].map((step) => step.textContent);
    expect(steps).toHaveLength(5);
    expect(steps[2]).toContain('Text enhancement');
  });

  it.each([
    ['AUDIO_UNSUPPORTED', 'This recording gave no text'],
    ['SERVER_ERROR', 'The text is not there yet'],
  ])('offers another recording after %s and the same one again, and says what is so: %s', async (code, heading) => {
    const failure = new CallFailure('refused', { body: { code } });
    const nothing = () => undefined;
    screen = await renderForTest(<ProcessingError failure={failure} onTryAgain={nothing} onAnother={nothing} />);
    expect(screen.button('Use another recording')).toBeTruthy();
    expect(screen.button('Try Again')).toBeTruthy();
    expect(screen.root.querySelector('h1')?.textContent).toBe(heading);
    expect(screen.text()).toContain('Nothing was charged.');
  });

  it('does not say that nothing was charged where nobody knows', async () => {
    const nothing = () => undefined;
    const failure = new CallFailure('timeout');
    screen = await renderForTest(<ProcessingError failure={failure} onTryAgain={nothing} onAnother={nothing} />);
    expect(screen.text()).toContain('Try Again');
    expect(screen.text()).not.toContain('Nothing was charged');
  });

  it('says that one may leave once the server has the recording', async () => {
    const hint = () => screen.root.querySelector('[class*=unseen]');
    await open({ uploadedFraction: 0.2 }, 100);
    expect(hint()?.textContent).toContain('You may close this page');
    screen.close();
    await open({ uploadedFraction: 1, transcriptionId: 'id-7' }, 100);
    expect(hint()).toBeNull();
  });

  it('announces the step, not each word', async () => {
    const heard = { text: 'waan imid shalay', since: 50 };
    await open({ reached: 1, recognised: heard }, 6_700);
    expect(screen.root.querySelector('[role="status"]')?.textContent).toContain('Speech recognition');
    expect(screen.root.querySelector('[lang="so"]')?.textContent).toContain('waan imid');
    expect(screen.root.querySelector('[role="status"]')?.textContent).not.toContain('waan');
  });
});

it('shows the whole text of a long recording as it grows', async () => {
  const text = Array.from({ length: 500 }, (_, at) => `erey${at}`).join(' ');
  const sound = { durationSeconds: 1_200, recognition: { progress: 0.5, from: 0, since: 50 } };
  await open({ ...sound, reached: 1, recognised: { text, since: 50 }, transcriptionId: 'id-7' }, 10_000);
  expect(screen.root.querySelector('[lang="so"]')?.textContent).toBe(text);
  expect(screen.text()).toContain('10 of 20 minutes done');
  expect(screen.text()).toContain('You may close this page; the text will be under “My results”.');
  // The list of steps stands where the file did not say beforehand how long it is: it would move the text by going.
  expect(screen.root.querySelector('ol')).not.toBeNull();
});

/** A server that answers each upload in turn as told, once all its bytes have come; `0`: the line breaks instead, `-1`: before. */
function answerUploads(...answers: [status: number, lines?: object[]][]) {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onload?: () => void } = {};
      status = 0;
      responseText = '';
      onload = () => undefined;
      onerror = () => undefined;
      onprogress = () => undefined;
      open() {}
      abort() {}
      setRequestHeader() {}
      getResponseHeader = () => null;
      send() {
        const [status, lines = []] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [0];
        if (status >= 0) this.upload.onload?.();
        this.status = status || 200;
        this.responseText = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
        this.onprogress();
        if (status <= 0) this.onerror();
        else this.onload();
      }
    },
  );
}

const recording: Recording = {
  bytes: new ArrayBuffer(4),
  mimeType: 'audio/webm',
  fileName: 'recording.wav',
  source: 'recording',
  durationSeconds: 3,
};

describe('after a failure', () => {
  const onKeep = vi.fn();
  const send = async (sent: Recording = recording, isKept = true) => {
    const nothing = () => undefined;
    const kept = { recording: sent, isKept, onKeep };
    screen = await renderForTest(
      <ProcessingScreen {...kept} onAnswered={nothing} onOver={nothing} onLeave={nothing} />,
    );
    await vi.waitFor(async () => {
      await screen.advance(500);
      expect(screen.text()).toMatch(/Try Again|Show the text anyway/);
    }, 20_000);
  };

  it.each([
    [401, []],
    [422, ['Processing failed']],
  ])('%s: the toasts are %j', async (status, toasts) => {
    answerUploads([status]);
    await send();
    expect(screen.toasts()).toEqual(toasts);
  });

  const queued = { stage: 'queued', id: 'id-7', position: 0 };
  const refused = { stage: 'error', status: 500, code: 'TRANSCRIPTION_FAILED', error: 'It failed.' };
  const sentBefore = { ...recording, wasSent: true };
  it.each<[what: string, wasSent: boolean, sent: Recording, ...answers: Parameters<typeof answerUploads>]>([
    ['refused at the door', false, recording, [502]],
    ['the line broke before all was sent', false, recording, [-1]],
    ['the line broke once all was sent', true, recording, [0]],
    ['the answer broke off, and then nobody was there', true, recording, [0, [queued]], [502]],
    ['the answer said that there is no text', false, sentBefore, [200, [queued, refused]]],
    ['no line for what was sent on an earlier visit', true, sentBefore, [-1]],
  ])('%s: kept as sent: %s', async (_, wasSent, sent, ...answers) => {
    answerUploads(...answers);
    await send(sent);
    expect(onKeep.mock.lastCall).toEqual([wasSent]);
    // A page that is left meanwhile goes on with it.
    onKeep.mockClear();
    await screen.click('Try Again');
    expect(onKeep.mock.calls[0]).toEqual([wasSent, true]);
  });

  it.each([
    ['recording', 'Please speak closer to the microphone'],
    ['file', 'Please choose one in which the speech is easy to hear.'],
  ] as const)('advises who sent silence by what it was (%s)', async (source, advice) => {
    answerUploads([200, [{ ...refused, code: 'NO_SPEECH', error: errors.NO_SPEECH }]]);
    await send({ ...recording, source });
    expect(screen.text()).toContain(advice);
    expect(screen.text().includes('microphone')).toBe(source === 'recording');
    expect(screen.toasts()).toEqual([]);
  });

  it.each([
    ['AUDIO_DAMAGED', true, false],
    ['SERVER_ERROR', true, true],
    ['SERVER_ERROR', false, false],
    ['NOT_SOMALI', true, true],
    ['NOT_SOMALI', false, false],
  ])('says that the recording is safe where it is kept (%s, kept: %s: %s)', async (code, isKept, isSaid) => {
    answerUploads([200, [{ ...refused, code }]]);
    const isDoubt = code === 'NOT_SOMALI';
    await send({ ...recording, source: 'file' }, isKept);
    expect(screen.text()).toContain(isDoubt ? 'Showing the text uses one attempt.' : 'Nothing was charged.');
    expect(screen.text().includes('Your recording is safe on this device.')).toBe(isSaid);
  });

  it.each([true, false])('waits calmly without a line, and goes on by itself (kept: %s)', async (isKept) => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    answerUploads([-1], [-1], [422]);
    const nothing = () => undefined;
    const sent = { recording, isKept, onKeep };
    screen = await renderForTest(
      <ProcessingScreen {...sent} onAnswered={nothing} onOver={nothing} onLeave={nothing} />,
    );
    await vi.waitFor(async () => {
      await screen.advance(500);
      expect(screen.text()).toContain('No internet connection. We’ll continue when you’re back online.');
    }, 20_000);
    // Longer than the tries of a line that is believed to be there.
    await screen.advance(90_000);
    expect(screen.text()).not.toContain('Try Again');
    expect(screen.text().includes('Your recording is safe on this device.')).toBe(isKept);
    expect(screen.toasts()).toEqual([]);
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(async () => {
      await screen.advance(1_000);
      expect(screen.text()).toContain('Try Again');
    }, 20_000);
  });
});

let demo: ReturnType<typeof useDemoFlow>;
const hodan = { fullName: 'Hodan', email: 'h@example.org', attemptsRemaining: 3 };

function Demo() {
  demo = useDemoFlow(hodan, undefined, { hasShareClaim: false, isBack: false });
  return null;
}

it.each([true, false])('knows whether the device has kept the recording (%s)', async (isKept) => {
  vi.spyOn(keptRecording, 'keepRecording').mockResolvedValue(isKept);
  screen = await renderForTest(<Demo />);
  await act(async () => demo.onRecording(recording));
  expect(demo.isKept).toBe(isKept);
});
