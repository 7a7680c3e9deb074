// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderForTest, testToken } from './render-for-test.tsx';
import { SiteHeader } from './site-header.tsx';

type Page = Awaited<ReturnType<typeof renderForTest>>;
let page: Page;

afterEach(() => page.close());

async function open(attemptsRemaining?: number, extra: { unlimited?: true } = {}) {
  window.history.replaceState(null, '', '/privacy');
  const user = { fullName: 'Hodan Cali', email: 'h@example.org', attemptsRemaining: attemptsRemaining ?? 0, ...extra };
  page = await renderForTest(<SiteHeader />, {
    ...(attemptsRemaining !== undefined && { token: testToken() }),
    answer: ({ path }) => {
      if (path === '/auth/logout') throw new Error('no network');
      return { success: true, data: { user, attemptsRemaining, expiresAt: '2030-01-01T00:00:00Z' } };
    },
  });
  return page;
}

describe('the bar', () => {
  it('offers sign-up, the sections and both languages to a visitor', async () => {
    const bar = await open();
    expect(bar.button('Sign up')).toBeDefined();
    expect([...document.querySelectorAll('#site-menu a')].map((link) => link.getAttribute('href'))).toEqual([
      '/#features',
      '/#how-it-works',
      '/use-cases',
    ]);
    expect(bar.find('a[hreflang=so]').textContent).toBe('Af-Soomaali');
  });

  it.each([
    [4, 'green', '4 attempts left'],
    [3, 'yellow', '3 attempts left'],
    [1, 'red', '1 attempt left'],
  ])('shows who is signed in and %i attempts in %s', async (attempts, tone, words) => {
    const bar = await open(attempts);
    expect(bar.text()).toContain('Hodan Cali');
    expect(bar.find(`#site-menu [data-tone=${tone}]`).textContent).toBe(words);
  });

  it('shows a premium user no number', async () => {
    const bar = await open(9999, { unlimited: true });
    expect(bar.find('#site-menu [data-tone=green]').textContent).toBe('Unlimited attempts');
  });

  it('signs out even when the server cannot be told, and goes home', async () => {
    const bar = await open(3);
    await bar.click('Sign out');
    expect(bar.tokens.read()).toBeUndefined();
    expect(window.location.pathname).toBe('/');
    expect(bar.button('Sign up')).toBeDefined();
  });

  it('folds its links into a menu', async () => {
    const bar = await open();
    const toggle = bar.find('button[aria-controls=site-menu]');
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    await bar.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    // It stands before its button, as on wide screens.
    expect(document.activeElement?.textContent).toBe('Features');
    const link = bar.find('a[href="/use-cases"]');
    link.focus();
    await act(async () => void fireEvent.keyDown(link, { key: 'Escape' }));
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(toggle);
  });
});

it('is in Somali for a Somali reader', async () => {
  page = await renderForTest(<SiteHeader />, { language: 'so' });
  expect(page.button('Isdiiwaangeli')).toBeDefined();
});
