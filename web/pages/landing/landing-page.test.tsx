// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PageFrame } from '../../app/page-frame.tsx';
import { renderForTest, type TestAnswer, testToken } from '../../app/render-for-test.tsx';
import { popupOptOutKey } from '../../lib/browser-storage.ts';
import { LandingPage } from './landing-page.tsx';

const visitedStorageKey = 'somalispeak_visited';

type Page = Awaited<ReturnType<typeof renderForTest>>;
let page: Page;

beforeEach(() => {
  window.history.replaceState(null, '', '/');
});

afterEach(() => page.close());

async function open(stored: string[] = [], session: { token?: string; answer?: TestAnswer } = {}) {
  for (const key of stored) localStorage.setItem(key, '1');
  page = await renderForTest(
    <PageFrame page="landing">
      <LandingPage />
    </PageFrame>,
    session,
  );
  return page;
}

const popup = () => document.querySelector('dialog');

async function signUpIn(landing: Page) {
  await landing.type(landing.find('dialog input[name=fullName]'), 'Hodan');
  await landing.type(landing.find('dialog input[name=email]'), 'hodan@example.org');
  await landing.click(landing.find('dialog input[name=privacyAccepted]'));
  await landing.click(landing.find('dialog input[name=termsAccepted]'));
  await landing.click('Create Account');
  await landing.settle();
}

describe('the first-visit popup', () => {
  it('comes after 2 seconds, promises 3 attempts, and comes once', async () => {
    const landing = await open();
    await landing.advance(1_999);
    await landing.settle();
    expect(popup()).toBeNull();
    await landing.advance(1);
    await landing.settle();
    expect(popup()?.textContent).toContain('3 free demo attempts');
    expect(localStorage.getItem(visitedStorageKey)).toBe('1');
    await landing.close();
    const again = await open([visitedStorageKey]);
    await again.advance(10_000);
    await again.settle();
    expect(popup()).toBeNull();
  });

  it('keeps the wish not to see it again', async () => {
    const landing = await open();
    await landing.advance(2_000);
    await landing.settle();
    await landing.click(landing.find('dialog input[type=checkbox]:not([name])'));
    await landing.click('Not now');
    expect(popup()).toBeNull();
    expect(localStorage.getItem(popupOptOutKey)).toBe('1');
  });

  it('ends in word of where the link went, for a sign-up', async () => {
    const landing = await open();
    await landing.advance(2_000);
    await landing.settle();
    await signUpIn(landing);
    expect(popup()).toBeNull();
    expect(landing.find('main').textContent).toContain('Check Your Email');
    expect(landing.find('main').textContent).toContain('hodan@example.org');
  });

  it('ends there for a resend, too', async () => {
    const landing = await open();
    await landing.advance(2_000);
    await landing.settle();
    await landing.click('Resend magic link');
    await landing.type(landing.find('dialog input[name=email]'), 'hodan@example.org');
    await landing.click('Send Magic Link');
    await landing.settle();
    expect(popup()).toBeNull();
    expect(landing.find('main').textContent).toContain('Check Your Email');
  });

  it('comes although something was pressed in the two seconds', async () => {
    const landing = await open();
    await landing.advance(1_900);
    for (const press of ['pointerdown', 'keydown', 'click']) window.dispatchEvent(new Event(press));
    await landing.advance(100);
    await landing.settle();
    expect(popup()).not.toBeNull();
  });

  it('never comes to somebody who has signed in on this device, after signing out either', async () => {
    const data = { user: { fullName: 'Hodan', email: 'h@example.org', attemptsRemaining: 3 } };
    const landing = await open([], { token: testToken(), answer: () => ({ success: true, data }) });
    await landing.settle();
    await landing.click('Sign out');
    await landing.settle();
    await landing.advance(10_000);
    await landing.settle();
    expect(popup()).toBeNull();
  });

  it.each([
    ['is signed in', { user: { fullName: 'Hodan', email: 'h@example.org', attemptsRemaining: 3 } }],
    ['may be, as far as is known yet', undefined],
  ])('asks nothing of whoever %s', async (_, data) => {
    const answer = () => (data === undefined ? new Promise(() => undefined) : { success: true, data });
    const landing = await open([], { token: testToken(), answer });
    await landing.advance(10_000);
    await landing.settle();
    expect(popup()).toBeNull();
  });

  it('asks nothing of whoever has opted out', async () => {
    const landing = await open([popupOptOutKey]);
    await landing.advance(10_000);
    await landing.settle();
    expect(popup()).toBeNull();
  });
});

describe('the landing page', () => {
  it('has what spec §2 lists', async () => {
    const landing = await open([visitedStorageKey]);
    for (const id of ['features', 'how-it-works', 'demo']) expect(document.getElementById(id)).not.toBeNull();
    for (const href of ['/#features', '/#how-it-works', '/use-cases'])
      expect(landing.find(`nav a[href="${href}"]`)).not.toBeNull();
    for (const words of ['under 30s', '5+', 'Speech recognition', 'Real-time', 'Translation', 'Record', 'Process']) {
      expect(landing.text()).toContain(words);
    }
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    expect(landing.find('section a[href="#demo"]').textContent).toBe('Try It Free');
  });

  it.each([
    [0, {}, '0 attempts left'],
    [2, {}, '2 attempts left'],
    [9999, { unlimited: true }, 'Unlimited attempts'],
  ])('promises what is true for who is signed in with %i attempts', async (attemptsRemaining, extra, words) => {
    const user = { fullName: 'Hodan', email: 'h@example.org', attemptsRemaining, ...extra };
    const data = { user, attemptsRemaining, expiresAt: '2030-01-01T00:00:00Z' };
    const landing = await open([visitedStorageKey], { token: testToken(), answer: () => ({ success: true, data }) });
    expect(landing.find('main').textContent).toContain(words);
    expect(landing.find('main').textContent).not.toContain('3 free attempts');
  });

  it('promises three free attempts to a visitor', async () => {
    const landing = await open([visitedStorageKey]);
    expect(landing.find('main').textContent).toContain('3 free attempts');
    expect(landing.find('main').textContent).toContain('3 attempts');
  });

  it('opens the sign-up dialog, which closes on success and leaves word of where the link went', async () => {
    const landing = await open([visitedStorageKey]);
    await landing.click('Sign up');
    await landing.settle();
    expect(popup()?.textContent).toContain('Create your free account');
    await signUpIn(landing);
    expect(popup()).toBeNull();
    expect(landing.find('main').textContent).toContain('hodan@example.org');
  });

  it('lets people who have an account in by their address alone', async () => {
    const landing = await open([visitedStorageKey]);
    await landing.click('Sign in');
    await landing.settle();
    expect(popup()?.querySelectorAll('input')).toHaveLength(1);
    await landing.type(landing.find('dialog input[name=email]'), 'hodan@example.org');
    await landing.click('Send Magic Link');
    await landing.settle();
    expect(landing.calls.at(-1)?.endpoint.path).toBe('/auth/resend-magic-link');
    expect(landing.find('main').textContent).toContain('Check Your Email');
  });
});
