// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { PageFrame } from './page-frame.tsx';
import { renderForTest, type TestScreen, testToken } from './render-for-test.tsx';

const session = {
  success: true,
  data: {
    user: { fullName: 'Cabdi Warsame', email: 'cabdi@example.org', attemptsRemaining: 2 },
    attemptsRemaining: 2,
    expiresAt: '2026-01-01T01:00:00.000Z',
  },
};

window.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as never;

let screen: TestScreen;
afterEach(() => screen.close());

describe('a session near its end (spec §4: due for refresh within 5 minutes)', () => {
  it('says so while there is time, and ends on its own', async () => {
    const options = { token: testToken(10 * 60), answer: () => session };
    screen = await renderForTest(<PageFrame page="privacy">text</PageFrame>, options);
    await screen.advance(4 * 60_000);
    expect(screen.text()).toContain('Cabdi Warsame');
    expect(screen.text()).not.toContain('You will be signed out');
    await screen.advance(60_000);
    expect(screen.text()).toContain('You will be signed out in less than 5 minutes.');
    await screen.advance(5 * 60_000);
    expect(screen.text()).not.toContain('Cabdi Warsame');
    expect(screen.text()).not.toContain('You will be signed out');
    expect(screen.text()).toContain('Your session has ended. Please sign in again.');
  });
});

describe('another try for a link that did not come', () => {
  const open = async (button: string) => {
    screen = await renderForTest(<PageFrame page="privacy">text</PageFrame>);
    await screen.click(button);
    await screen.settle();
  };
  const tryAgain = async () => {
    await screen.settle();
    expect(screen.text()).toContain('Check Your Email');
    await screen.click('try again');
  };
  const typed = (name: string) => screen.find<HTMLInputElement>(`dialog input[name=${name}]`).value;

  it('asks for the address alone after a sign-in, which is there already', async () => {
    await open('Sign in');
    await screen.type(screen.find('dialog input[name=email]'), 'cabdi@example.org');
    await screen.click('Send Magic Link');
    await tryAgain();
    expect(screen.find('dialog h2').textContent).toBe('Sign in');
    expect(typed('email')).toBe('cabdi@example.org');
  });

  it('has all that was typed after a sign-up', async () => {
    await open('Sign up');
    await screen.type(screen.find('dialog input[name=fullName]'), 'Cabdi Warsame');
    await screen.type(screen.find('dialog input[name=email]'), 'cabdi@example.org');
    for (const name of ['privacyAccepted', 'termsAccepted']) await screen.click(screen.find(`input[name=${name}]`));
    await screen.click('Create Account');
    await tryAgain();
    expect([typed('fullName'), typed('email')]).toEqual(['Cabdi Warsame', 'cabdi@example.org']);
    await screen.click(screen.find('dialog > div > [aria-label=Close]'));
    expect(screen.text()).toContain('Check Your Email');
  });
});
