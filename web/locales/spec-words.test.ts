import { describe, expect, it } from 'vitest';
import auth from './en/auth.json';
import common from './en/common.json';
import landing from './en/landing.json';
import notFound from './en/not-found.json';
import useCases from './en/use-cases.json';

describe('English texts are those of the specification', () => {
  it.each([
    ['404', notFound.message, 'Oops! Page not found'],
    ['404', notFound.home, 'Return to Home'],
    ['demo loading', common.states.loading, 'Loading'],
    ['sign-up running', auth.form.submitting, 'Creating Account...'],
    ['sign-up to resend', auth.form.resend, 'Resend magic link'],
    ['confirmation', auth.confirmation.title, 'Check Your Email'],
    ['confirmation back', auth.confirmation.tryAgain, 'try again'],
    ['resend', auth.resend.title, 'Resend Magic Link'],
    ['resend running', auth.resend.sending, 'Sending...'],
    ['resend back', auth.resend.back, 'Back to sign up'],
    ['resend toast', auth.resend.sent, 'Magic link sent! Check your email.'],
    ['verification', auth.verify.errorHeading, 'Verification Failed'],
    ['verification resend', auth.verify.resend, 'Resend Magic Link'],
    ['verification cooldown', auth.verify.resendIn, 'Resend in {n}s'],
    ['verification home', auth.verify.home, 'Return to Home'],
    ['verification again', auth.verify.signUpAgain, 'Sign Up Again'],
    ['use cases', useCases.tryFree, 'Try It Free'],
    ['use cases closing', useCases.closing.demo, 'Try Demo Now'],
    ['use cases closing', useCases.closing.more, 'Learn More'],
    ['popup', auth.popup.hide, "Don't show this again"],
    ['stats', landing.preview.stats.processing.value, 'under 30s'],
    ['stats', landing.preview.stats.formats.value, '5+'],
  ])('%s: %s', (_, text, words) => {
    expect(text).toBe(words);
  });

  it('the confirmation states the 48 hours, the popup the attempts, the form the warning', () => {
    expect(auth.confirmation.validity).toContain('{hours} hours');
    expect(auth.popup.subtitle).toContain('{attempts} free demo attempts');
    expect(auth.form.caution).toContain('under development and may not be 100% accurate');
  });

  it('there are five use cases, four preview steps and three common issues', () => {
    expect(useCases.categories.map(({ id }) => id)).toEqual([
      'education',
      'media',
      'accessibility',
      'research',
      'business',
    ]);
    expect(landing.preview.steps).toHaveLength(4);
    expect(auth.verify.issues).toHaveLength(3);
  });
});
