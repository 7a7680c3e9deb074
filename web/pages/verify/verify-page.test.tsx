// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { renderForTest, type TestAnswer } from '../../app/render-for-test.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { VerifyPage } from './verify-page.tsx';

type Page = Awaited<ReturnType<typeof renderForTest>>;
let page: Page;
let verifications = 0;

afterEach(() => page.unmount());

const user = { fullName: 'Hodan', email: 'h@example.org', attemptsRemaining: 3 };
const session = { token: 'a.b.c', user, attemptsRemaining: 3, expiresAt: '2030-01-01T00:00:00Z' };
const isVerify = (path: string) => path === '/auth/verify/:token';

async function open(address: string, answer: TestAnswer) {
  window.history.replaceState(null, '', address);
  page = await renderForTest(<VerifyPage />, { areas: ['auth'], answer });
  return page;
}

const refuse = (message: string) => (endpoint: { path: string }) => {
  if (isVerify(endpoint.path)) throw new ApiError('refused', message, { status: 400 });
  return { success: true, message: 'sent' };
};

describe('the verification page', () => {
  it('verifies once, keeps the token, takes it out of the address, and goes to the demo after 2 seconds', async () => {
    const verify = await open('/verify/abc?email=h%40example.org', () => ({
      success: true,
      message: 'Welcome!',
      data: session,
    }));
    expect(verify.calls.filter(({ endpoint }) => isVerify(endpoint.path))).toHaveLength(1);
    expect(verify.tokens.read()).toBe('a.b.c');
    expect(window.location.pathname + window.location.search).toBe('/verify?email=h%40example.org');
    expect(verify.text()).toContain('Welcome!');
    await verify.advance(1_999);
    expect(window.location.pathname).toBe('/verify');
    await verify.advance(1);
    expect(window.location.pathname).toBe('/demo');
  });

  it('shows a spinner and words while it verifies', async () => {
    const verify = await open('/verify/abc', () => new Promise(() => {}));
    expect(verify.text()).toContain('Verifying your magic link...');
  });

  it('shows what the server said, the usual reasons and the ways on', async () => {
    const verify = await open('/verify/abc', refuse('This link has already been used.'));
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
    await open('/verify', () => ({}));
    expect(page.text()).toContain('No verification token provided.');
    expect(page.calls.some(({ endpoint }) => isVerify(endpoint.path))).toBe(false);
    await page.unmount();
    await open('/verify/abc', () => {
      throw new Error('boom');
    });
    expect(page.text()).toContain('An unexpected error occurred. Please try again.');
  });

  it('resends to the address of the link and counts down a minute', async () => {
    const verify = await open('/verify/abc?email=h%40example.org', refuse('Expired'));
    await verify.click(verify.button('Resend Magic Link'));
    expect(verify.calls.at(-1)?.input.body).toEqual({ email: 'h@example.org' });
    expect(verify.toasts()).toEqual(['Magic link sent! Check your email.']);
    expect(verify.button('Resend in 60s').disabled).toBe(true);
    await verify.advance(59_000);
    expect(verify.button('Resend in 1s').disabled).toBe(true);
    await verify.advance(1_000);
    expect(verify.button('Resend Magic Link').disabled).toBe(false);
  });

  it('signs in after a click where the server asks for one', async () => {
    const verify = await open('/verify/abc', (endpoint) => {
      if (!isVerify(endpoint.path)) return { success: true, message: 'ok' };
      if (verifications++ > 0) return { success: true, message: 'Welcome!', data: session };
      throw new ApiError('refused', 'Please confirm', { status: 428, body: { code: 'LINK_CONFIRMATION_NEEDED' } });
    });
    expect(verify.text()).toContain('Please confirm');
    await verify.click(verify.button('Sign in on this device'));
    expect(verify.calls.at(-1)?.input).toMatchObject({ params: { token: 'abc' }, query: { confirm: '1' } });
    expect(verify.text()).toContain('Welcome!');
  });
});
