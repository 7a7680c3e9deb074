import { describe, expect, it } from 'vitest';
import english from '#web/locales/en/demo.json';
import somali from '#web/locales/so/demo.json';
import { accessRequestDraft, chooseAttemptToast } from './attempts.tsx';

const toastAt = (attempts: number) => chooseAttemptToast(attempts, english.attempts.toasts, 'en');

describe('attempt toasts (spec §8)', () => {
  it('an error for 5 s after the last one', () => {
    expect(toastAt(0)).toEqual({
      kind: 'error',
      title: "You've used your last free attempt!",
      detail: 'Contact us to learn about premium access options.',
      durationMilliseconds: 5_000,
    });
  });

  it('a warning for 4 s when one is left', () => {
    expect(toastAt(1)).toEqual({
      kind: 'warning',
      title: 'Only 1 attempt remaining!',
      detail: 'Make it count!',
      durationMilliseconds: 4_000,
    });
  });

  it.each([2, 3, 9])('a word for 3 s when %s are left', (attempts) => {
    expect(toastAt(attempts)).toEqual({
      kind: 'info',
      title: `Attempt recorded. ${attempts} attempts remaining.`,
      durationMilliseconds: 3_000,
    });
  });

  it('nothing for 10 or more', () => {
    expect(toastAt(10)).toBeUndefined();
    expect(toastAt(9_999)).toBeUndefined();
  });

  it('speaks Somali too', () => {
    expect(chooseAttemptToast(2, somali.attempts.toasts, 'so')?.title).toContain('2 isku day');
  });
});

it('drafts a mail with the subject of spec §2', () => {
  expect(accessRequestDraft('help@example.org')).toBe(
    'mailto:help@example.org?subject=Request%20for%20More%20Access%20-%20Somali%20Speech%20AI',
  );
});
