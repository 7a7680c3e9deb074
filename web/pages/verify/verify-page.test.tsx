// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderForTest, type TestAnswer, testToken } from '../../app/render-for-test.tsx';
import { CallFailure } from '../../lib/call-failure.ts';
import { VerifyPage } from './verify-page.tsx';

type Page = Awaited<ReturnType<typeof renderForTest>>;
let page: Page;

afterEach(() => page.close());

const email = 'h@example.org';
const userOf = (address: string) => ({ fullName: 'Hodan', email: address, attemptsRemaining: 3 });
const sessionOf = (address: string) => ({
  token: testToken(),
  user: userOf(address),
  attemptsRemaining: 3,
  expiresAt: '2030-01-01T00:00:00Z',
});
const isVerify = (path: string) => path === '/auth/verify/:token';
const countVerifications = () => page.calls.filter(({ endpoint }) => isVerify(endpoint.path)).length;

type Server = {
  isBound?: boolean;
  signedInAs?: string;
  verify?: () => unknown;
  inspect?: () => void;
  resend?: () => unknown;
};

const answering =
  ({ isBound = true, signedInAs, verify, inspect, resend }: Server): TestAnswer =>
  (endpoint) => {
    switch (endpoint.path) {
      case '/auth/links/inspect':
        inspect?.();
        return { success: true, data: { email, isBound } };
      case '/auth/session':
        return { success: true, data: sessionOf(signedInAs ?? email) };
      case '/auth/verify/:token':
        return verify?.() ?? { success: true, message: 'Welcome!', data: sessionOf(email) };
      default:
        return resend?.() ?? { success: true, message: 'sent' };
    }
  };

async function open(address: string, server: Server = {}) {
  window.history.replaceState(null, '', address);
  const token = server.signedInAs === undefined ? {} : { token: testToken(1800) };
  page = await renderForTest(<VerifyPage />, { answer: answering(server), ...token });
  await page.settle();
  return page;
}

const throwing = (status: number, message: string, code?: string) => () => {
  throw new CallFailure('refused', { status, body: { error: message, code } });
};
const refusing = (message: string): Server => ({ inspect: throwing(400, message) });
const unanswered = () => {
  throw new CallFailure('network');
};

describe('the verification page', () => {
  it('verifies once, keeps the token, takes it out of the address, and goes to the demo after 2 seconds', async () => {
    const verify = await open('/verify/abc?email=h%40example.org');
    expect(countVerifications()).toBe(1);
    expect(verify.tokens.read()).toBe(testToken());
    expect(window.location.pathname + window.location.search).toBe('/verify?email=h%40example.org');
    expect(verify.text()).toContain('Welcome!');
    await verify.advance(1_999);
    expect(window.location.pathname).toBe('/verify');
    await verify.advance(1);
    expect(window.location.pathname).toBe('/demo');
  });

  it('shows a spinner and words while it verifies', async () => {
    const verify = await open('/verify/abc', { verify: () => new Promise(() => {}) });
    expect(verify.text()).toContain('Verifying your magic link...');
  });

  it('shows what the server said, the usual reasons and the ways on', async () => {
    const verify = await open('/verify/abc', refusing('This link has already been used.'));
    for (const words of ['Verification Failed', 'This link has already been used.', 'valid for 48 hours']) {
      expect(verify.text()).toContain(words);
    }
    expect([...document.querySelectorAll('a[href="/"]')].map((link) => link.textContent)).toEqual([
      'Return to Home',
      'Sign Up Again',
    ]);
    expect(() => verify.button('Resend Magic Link')).toThrow();
  });

  it('has its own words for a missing token, and for what nobody expected', async () => {
    await open('/verify');
    expect(page.text()).toContain('No verification token provided.');
    expect(countVerifications()).toBe(0);
    await page.close();
    await open('/verify/abc', {
      verify: () => {
        throw new Error('boom');
      },
    });
    expect(page.text()).toContain('An unexpected error occurred. Please try again.');
  });

  it('resends to the address of the link and counts down a minute', async () => {
    const verify = await open('/verify/abc?email=h%40example.org', refusing('Expired'));
    await verify.click('Resend Magic Link');
    expect(verify.calls.at(-1)?.input.body).toEqual({ email });
    expect(verify.toasts()).toEqual(['Magic link sent! Check your email.']);
    expect(verify.button('Resend in 60s').disabled).toBe(true);
    await verify.advance(59_000);
    expect(verify.button('Resend in 1s').disabled).toBe(true);
    await verify.advance(1_000);
    expect(verify.button('Resend Magic Link').disabled).toBe(false);
  });

  it('says that it sends, and waits as long as the server asks after a refusal', async () => {
    let fail: (reason: Error) => void = () => {};
    const resend = () =>
      new Promise((_, reject) => {
        fail = reject;
      });
    const verify = await open('/verify/abc?email=h%40example.org', { ...refusing('Expired'), resend });
    await verify.click('Resend Magic Link');
    expect(verify.button('Sending...').disabled).toBe(true);
    fail(new CallFailure('refused', { status: 429, retryAfterSeconds: 41.2 }));
    await verify.advance(0);
    expect(verify.button('Resend in 42s').disabled).toBe(true);
  });

  it('says so when it does not know where to send another', async () => {
    const verify = await open('/verify/abc?email=', refusing('Expired'));
    await verify.click('Resend Magic Link');
    expect(verify.toasts()).toEqual(['Email address not found. Please sign up again.']);
  });
});

describe('a link that this browser did not ask for (D9)', () => {
  it('signs in after a click only, and says as whom', async () => {
    const verify = await open('/verify/abc', { isBound: false });
    expect(verify.text()).toContain('Sign in as h@example.org?');
    expect(countVerifications()).toBe(0);
    await verify.click('Sign in');
    await verify.settle();
    expect(verify.text()).toContain('Welcome!');
  });

  it('asks though it is bound, where somebody else is signed in', async () => {
    const verify = await open('/verify/abc', { signedInAs: 'cabdi@example.org' });
    expect(verify.text()).toContain('cabdi@example.org is signed in here.');
    expect(verify.text()).toContain('Stay signed in as cabdi@example.org');
    expect(countVerifications()).toBe(0);
  });

  it('does not ask who is signed in as the same person', async () => {
    await open('/verify/abc', { isBound: false, signedInAs: email });
    expect(countVerifications()).toBe(1);
  });
});

describe('a link that was used or replaced', () => {
  const spent = (code: string, signedInAs: string) => ({ inspect: throwing(409, 'Used.', code), signedInAs });

  it.each(['LINK_USED', 'LINK_SUPERSEDED'])('leads who is signed in to the demo (%s)', async (code) => {
    const verify = await open('/verify/abc?email=h%40example.org', spent(code, email));
    expect(document.querySelector('h1')?.textContent).toBe('You are already signed in as h@example.org');
    expect(verify.text()).not.toContain('Verification Failed');
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/demo');
    await verify.advance(2_000);
    expect(window.location.pathname).toBe('/demo');
  });

  it.each([
    ['LINK_USED', 'cabdi@example.org'],
    ['LINK_INVALID', email],
  ])('fails as ever where it is another (%s, signed in as %s)', async (code, signedInAs) => {
    const verify = await open('/verify/abc?email=h%40example.org', spent(code, signedInAs));
    expect(verify.text()).toContain('Verification Failed');
    expect(verify.button('Resend Magic Link')).toBeTruthy();
  });
});

describe('on a bad line', () => {
  it.each([
    ['by a button', async () => page.click('Try Again')],
    ['once there is a line', async () => act(async () => void window.dispatchEvent(new Event('online')))],
  ])('tries again %s, and the link is still good', async (_, again) => {
    let isDown = true;
    const verify = await open('/verify/abc', { inspect: () => (isDown ? unanswered() : undefined) });
    expect(verify.text()).toContain('Network error.');
    isDown = false;
    await again();
    await verify.settle();
    expect(verify.text()).toContain('Welcome!');
  });

  it('survives a reload until the link was used', async () => {
    await open('/verify/abc?email=h%40example.org', { inspect: unanswered });
    await page.close();
    await open(window.location.pathname, {});
    expect(page.text()).toContain('No verification token provided.');
    await page.close();

    window.history.replaceState(null, '', '/verify/abc');
    page = await renderForTest(<VerifyPage />, { answer: answering({ inspect: unanswered }) });
    await page.close();
    page = await renderForTest(<VerifyPage />, { answer: answering({}) });
    await page.settle();
    expect(page.text()).toContain('Welcome!');
    expect(window.history.state).toBeNull();
  });

  it('keeps the link when the server is in trouble', async () => {
    const verify = await open('/verify/abc', { inspect: throwing(503, 'Service temporarily unavailable.') });
    expect(verify.text()).toContain('Service temporarily unavailable.');
    expect(verify.button('Try Again')).toBeTruthy();
  });
});
