import { beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../lib/language-context.ts';
import { loadTexts } from '../../lib/text-registry.ts';
import { emptySignUpValues, type SignUpValues, validateSignUp } from './use-sign-up.ts';

const good: SignUpValues = {
  ...emptySignUpValues,
  fullName: 'Hodan Cali',
  email: 'hodan@example.org',
  privacyAccepted: true,
  termsAccepted: true,
};

beforeAll(() => loadTexts('en', 'errors'));

describe('the rules of spec §5', () => {
  it('accept a good form, optional fields empty', () => {
    expect(validateSignUp(good)).toEqual({});
    expect(validateSignUp({ ...good, email: 'hodan\u200b@example.org\u200e' })).toEqual({});
  });

  it.each([
    [{ title: 'A' }, 'title', 'Job title must be at least 2 characters'],
    [{ fullName: 'A' }, 'fullName', 'Full name must be at least 2 characters'],
    [{ fullName: '  A  ' }, 'fullName', 'Full name must be at least 2 characters'],
    [{ email: 'hodan@' }, 'email', 'Please enter a valid email address'],
    [{ email: 'ho dan@example.org' }, 'email', 'Please enter a valid email address'],
    [{ email: '' }, 'email', 'Please enter a valid email address'],
    [{ privacyAccepted: false }, 'privacyAccepted', 'You must accept the privacy policy to continue'],
    [{ termsAccepted: false }, 'termsAccepted', 'You must accept the terms of service to continue'],
  ] as const)('refuse %j', (change, field, sentence) => {
    const errors = validateSignUp({ ...good, ...change });
    expect(Object.keys(errors)).toEqual([field]);
    expect(translate(errors[field] ?? 'UNEXPECTED', 'en')).toBe(sentence);
  });

  it('say the first thing that is wrong with a field', () => {
    expect(validateSignUp({ ...good, email: `${'a'.repeat(300)}@` }).email).toBe('EMAIL_INVALID');
    expect(Object.keys(validateSignUp(emptySignUpValues)).sort()).toEqual([
      'email',
      'fullName',
      'privacyAccepted',
      'termsAccepted',
    ]);
  });
});
