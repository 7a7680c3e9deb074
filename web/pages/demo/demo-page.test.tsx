// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderForTest, type TestAnswer, type TestScreen, testToken } from '../../app/render-for-test.tsx';
import { AttemptsBanner, AttemptsExhausted } from '../../features/attempts/attempts.tsx';
import { EntryContext } from '../../features/auth/entry.tsx';
import { ProcessingError } from '../../features/processing/processing-failure.tsx';
import * as keptRecording from '../../features/recorder/kept-recording.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { DemoPage } from './demo-page.tsx';

const token = testToken();
const sessionOf = (attemptsRemaining: number) => ({
  success: true,
  data: {
    user: { fullName: 'Cabdi Warsame', email: 'cabdi@example.org', attemptsRemaining },
    attemptsRemaining,
    expiresAt: '2096-01-01T00:00:00.000Z',
  },
});

/** The session; any other call fails as without a network. */
const knowing =
  (session: unknown): TestAnswer =>
  ({ path }) => {
    if (path === '/auth/session') return session;
    throw new CallFailure('network');
  };

let screen: TestScreen;
afterEach(() => screen.close());

describe('/demo (spec §2)', () => {
  it('says "Loading" while the session loads', async () => {
    screen = await renderForTest(<DemoPage />, { token, answer: knowing(new Promise(() => undefined)) });
    expect(screen.root.querySelector('h1')?.textContent).toBe('Loading');
  });

  it('asks a visitor to sign up, with the demo inert behind and a way home', async () => {
    screen = await renderForTest(<DemoPage />);
    const dialog = screen.root.querySelector('dialog');
    expect(dialog?.textContent).toContain('Sign Up Required');
    expect(dialog?.textContent).toContain('3 free attempts');
    expect(dialog?.textContent).toContain('magic link by email');
    expect(dialog?.querySelector('form')).not.toBeNull();
    expect(dialog?.querySelector('a[href="/"]')).not.toBeNull();
    expect(dialog?.querySelector('[aria-label="Close"]')).toBeNull();
    expect(screen.root.querySelector('[inert] button')?.textContent).toContain('Start recording');
  });

  it.each([
    [true, 'Your recording is safe on this device.'],
    [false, 'Your session has ended. Please sign in again.'],
  ])('tells whose session has ended why, and asks for the address alone (recording kept: %s)', async (isKept, last) => {
    vi.spyOn(keptRecording, 'hasKeptRecording').mockResolvedValue(isKept);
    localStorage.setItem('somalispeak_session', JSON.stringify({ ...sessionOf(2).data, token }));
    const answer = () => Promise.reject(new CallFailure('refused', { status: 401 }));
    screen = await renderForTest(<DemoPage />, { token, answer });
    const dialog = screen.find('dialog');
    expect(dialog.querySelector('h2')?.textContent).toBe('Sign in');
    expect(dialog.textContent).toContain('Your session has ended. Please sign in again.');
    expect(dialog.querySelector('p')?.textContent?.trim().endsWith(last)).toBe(true);
    expect([...dialog.querySelectorAll('input')].map(({ name }) => name)).toEqual(['email']);
    await screen.click('New here? Create an account');
    expect(dialog.textContent).toContain('3 free attempts');
    expect(dialog.textContent).not.toContain('Your session has ended');
  });

  it('shows who has just signed up where to type the code, and no empty form', async () => {
    const sent = { email: 'cabdi@example.org', magicLink: undefined, purpose: 'sign-in' } as const;
    const entry = { open: () => undefined, fetchAhead: async () => undefined, sent };
    screen = await renderForTest(
      <EntryContext value={entry}>
        <DemoPage />
      </EntryContext>,
    );
    expect(screen.root.querySelector('dialog')?.textContent).toContain('cabdi@example.org');
    expect(screen.root.querySelector('input[name=fullName]')).toBeNull();
    await screen.click('try again');
    expect(screen.find('dialog h2').textContent).toBe('Sign in');
    expect(screen.find<HTMLInputElement>('dialog input').value).toBe('cabdi@example.org');
  });

  it('opens the welcome step for who has attempts', async () => {
    screen = await renderForTest(<DemoPage />, { token, answer: knowing(sessionOf(2)) });
    expect(screen.text()).toContain('2 free attempts remaining');
    expect(screen.text()).toContain('WhatsApp voice notes are welcome.');
    expect(screen.button('Start recording').disabled).toBe(false);
  });

  it('replaces everything at 0 attempts', async () => {
    screen = await renderForTest(<DemoPage />, { token, answer: knowing(sessionOf(0)) });
    expect(screen.root.querySelector('h1')?.textContent).toBe('All Attempts Used');
    expect(screen.text()).not.toContain('Start recording');
  });

  it('is in Somali for a Somali reader', async () => {
    screen = await renderForTest(<DemoPage />, { language: 'so', token, answer: knowing(sessionOf(1)) });
    expect(screen.text()).toContain('Hal isku day oo bilaash ah ayaa kuu haray!');
    expect(screen.button('Bilow duubista').disabled).toBe(false);
  });
});

describe('what the demo says of the engine', () => {
  const ready = (engine: object) => ({
    engine: { state: 'ready', description: { isStarter: true }, totalBytes: 1000, ...engine },
    limits: { maxUploadBytes: 1, maxAudioSeconds: 60, freeAttempts: 3, retentionDays: 90 },
  });

  it('tells how far the full models are while the starter answers, and forgets both once they are there', async () => {
    let now = ready({ downloadedBytes: 459 });
    screen = await renderForTest(<DemoPage />, { token, answer: knowing(sessionOf(2)), ready: () => now });
    expect(screen.text()).toContain('The full models are downloading: 45%.');
    now = ready({ downloadedBytes: 721 });
    await screen.advance(30_000);
    expect(screen.text()).toContain('The full models are downloading: 72%.');
    now = ready({ downloadedBytes: 1000, description: { isStarter: false } });
    await screen.advance(30_000);
    expect(screen.text()).not.toContain('models');
  });
});

describe('the attempts banner (spec §2)', () => {
  it.each([
    [1, 'Last free attempt remaining!'],
    [2, '2 free attempts remaining'],
    [10, '10 free attempts remaining'],
  ])('with %s left: %s', async (attempts, words) => {
    screen = await renderForTest(<AttemptsBanner attemptsRemaining={attempts} isUnlimited={false} />);
    expect(screen.text()).toBe(words);
  });
});

describe('all attempts used (spec §2)', () => {
  it('has the texts, the benefits and the mail draft', async () => {
    screen = await renderForTest(<AttemptsExhausted takesFocus={false} />);
    const text = screen.text();
    for (const words of [
      'All Attempts Used',
      'You have finished your three attempts',
      'For more access, please contact us',
      'Unlimited attempts',
      'Advanced features',
      'Priority support',
    ])
      expect(text).toContain(words);
    expect(screen.root.querySelector<HTMLAnchorElement>('a[href^="mailto:"]')?.href).toContain(
      'subject=Request%20for%20More%20Access%20-%20Somali%20Speech%20AI',
    );
  });
});

describe('the question whether it is Somali', () => {
  it('says that nothing was charged, and asks', async () => {
    const calls: unknown[] = [];
    const failure = new CallFailure('refused', { status: 422, body: { code: 'NOT_SOMALI', error: 'x' } });
    screen = await renderForTest(
      <ProcessingError
        failure={failure}
        onTryAgain={(order) => calls.push(order)}
        onAnother={() => calls.push('another')}
      />,
    );
    expect(screen.text()).toContain('Show the text anyway?');
    await screen.click('Yes, show the text');
    await screen.click('Use another recording');
    expect(calls).toEqual([{ anyLanguage: true }, 'another']);
  });
});

describe('the error card (spec §2, §8)', () => {
  const open = async (failure: unknown) => {
    const calls: string[] = [];
    screen = await renderForTest(
      <ProcessingError
        failure={failure}
        onTryAgain={() => calls.push('try again')}
        onAnother={() => calls.push('another')}
      />,
    );
    return calls;
  };

  it('shows the processing screen’s own network sentence, and tries again', async () => {
    const calls = await open(new CallFailure('network'));
    expect(screen.text()).toContain('Network connection failed. Please check your internet connection and try again.');
    expect(screen.text()).not.toContain('Network error.');
    await screen.click('Try Again');
    expect(calls).toEqual(['try again']);
  });

  it('shows the sentence of a product code, with the reference', async () => {
    const body = { error: 'It failed.', message: '', code: 'TRANSCRIPTION_FAILED', requestId: 'b1946ac9' };
    await open(new CallFailure('refused', { status: 500, body }));
    expect(screen.text()).toContain('It failed.');
    expect(screen.text()).toContain('Reference: b1946ac9');
  });

  it('has words for the unexpected', async () => {
    await open(new TypeError('x'));
    expect(screen.text()).toContain('An unexpected error occurred while processing your audio.');
  });
});
