import { beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../lib/language-context.ts';
import { loadTexts } from '../../lib/text-registry.ts';
import {
  emptySignUpValues,
  initialSignUpState,
  reduceSignUp,
  type SignUpEvent,
  type SignUpState,
  type SignUpValues,
  validateSignUp,
} from './sign-up-state.ts';

const good: SignUpValues = {
  ...emptySignUpValues,
  fullName: 'Hodan Cali',
  email: 'hodan@example.org',
  privacyAccepted: true,
  termsAccepted: true,
};

const stateAfter = (...events: SignUpEvent[]): SignUpState => events.reduce(reduceSignUp, initialSignUpState);

beforeAll(() => loadTexts('en', 'errors'));

describe('the rules of spec §5', () => {
  it('accept a good form, optional fields empty', () => {
    expect(validateSignUp(good)).toEqual({});
  });

  it.each([
    [{ title: 'A' }, 'title', 'Job title must be at least 2 characters'],
    [{ fullName: 'A' }, 'fullName', 'Full name must be at least 2 characters'],
    [{ fullName: '  A  ' }, 'fullName', 'Full name must be at least 2 characters'],
    [{ email: 'hodan@' }, 'email', 'Please enter a valid email address'],
    [{ email: '' }, 'email', 'Please enter a valid email address'],
    [{ privacyAccepted: false }, 'privacyAccepted', 'You must accept the privacy policy to continue'],
    [{ termsAccepted: false }, 'termsAccepted', 'You must accept the terms of service to continue'],
  ] as const)('refuse %j', (change, field, sentence) => {
    const errors = validateSignUp({ ...good, ...change });
    expect(Object.keys(errors)).toEqual([field]);
    expect(translate(errors[field] ?? 'UNEXPECTED', 'en')).toBe(sentence);
  });

  it('name the mistakes in the order of the form', () => {
    expect(Object.keys(validateSignUp(emptySignUpValues))).toEqual([
      'fullName',
      'email',
      'privacyAccepted',
      'termsAccepted',
    ]);
  });
});

describe('the sign-up form', () => {
  it('says nothing before the first submit, and everything on each change after it', () => {
    expect(stateAfter({ type: 'changed', change: { fullName: 'A' } }).errors).toEqual({});
    const refused = stateAfter({ type: 'changed', change: { ...good, fullName: 'A' } }, { type: 'refused' });
    expect(refused.errors).toEqual({ fullName: 'NAME_TOO_SHORT' });
    expect(reduceSignUp(refused, { type: 'changed', change: { fullName: 'Ali' } }).errors).toEqual({});
  });

  it('takes the focus to the summary at each refusal', () => {
    expect(stateAfter({ type: 'refused' }, { type: 'refused' }).refusals).toBe(2);
  });

  it('is busy while it sends, then shows where the link went', () => {
    expect(stateAfter({ type: 'sending' }).isBusy).toBe(true);
    const sent = stateAfter({ type: 'sending' }, { type: 'sent', email: 'a@b.co', magicLink: undefined });
    expect(sent).toMatchObject({ view: 'confirmation', sentTo: 'a@b.co', isBusy: false });
  });

  it('goes back to the form from "try again", with what was typed', () => {
    const back = stateAfter(
      { type: 'changed', change: good },
      { type: 'sent', email: good.email, magicLink: undefined },
      { type: 'back-to-form' },
    );
    expect(back.view).toBe('form');
    expect(back.values.fullName).toBe('Hodan Cali');
  });

  it('opens the resend view with the address at hand and clears it on the way back', () => {
    const resend = stateAfter({ type: 'changed', change: good }, { type: 'asked-resend' });
    expect(resend).toMatchObject({ view: 'resend', resendEmail: good.email });
    expect(reduceSignUp(resend, { type: 'back-to-form' })).toMatchObject({ view: 'form', resendEmail: '' });
  });

  it('keeps the refusal of the server on show until the next try', () => {
    const failed = stateAfter({ type: 'sending' }, { type: 'failed', message: 'Slow down' });
    expect(failed).toMatchObject({ failure: 'Slow down', isBusy: false });
    expect(reduceSignUp(failed, { type: 'sending' }).failure).toBeUndefined();
  });
});
