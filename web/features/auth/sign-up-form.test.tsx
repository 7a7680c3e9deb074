// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderForTest, type TestAnswer } from '../../app/render-for-test.tsx';
import { CallFailure } from '../../lib/call-failure.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { useSignUp } from './use-sign-up.ts';

type Page = Awaited<ReturnType<typeof renderForTest>>;
let page: Page;

afterEach(() => page.close());

function Form({ onSuccess }: { onSuccess: (() => void) | undefined }) {
  return <SignUpForm signUp={useSignUp('sign-up', onSuccess)} />;
}

async function open(answer?: TestAnswer, onSuccess?: () => void) {
  page = await renderForTest(<Form onSuccess={onSuccess} />, { answer });
  return page;
}

async function fill(form: Page) {
  await form.type(form.find('input[name=fullName]'), ' Hodan Cali ');
  await form.type(form.find('input[name=email]'), 'Hodan@Example.org');
  await form.click(form.find('input[name=privacyAccepted]'));
  await form.click(form.find('input[name=termsAccepted]'));
}

describe('the sign-up form', () => {
  it('names what is wrong, moves there, and sends nothing', async () => {
    const form = await open();
    await form.click('Create Account');
    const name = form.find('input[name=fullName]');
    expect(document.activeElement).toBe(name);
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(form.calls).toEqual([]);
    for (const sentence of [
      'Full name must be at least 2 characters',
      'Please enter a valid email address',
      'You must accept the privacy policy to continue',
      'You must accept the terms of service to continue',
    ])
      expect(form.text()).toContain(sentence);
    form.button('Create Account').focus();
    await form.click('Create Account');
    expect(document.activeElement).toBe(name);
  });

  it('says nothing before the first submit, and everything on each change after it', async () => {
    const form = await open();
    const name = form.find<HTMLInputElement>('input[name=fullName]');
    await fill(form);
    await form.type(name, 'A');
    expect(form.text()).not.toContain('at least 2 characters');
    await form.click('Create Account');
    expect(form.text()).toContain('Full name must be at least 2 characters');
    await form.type(name, 'Ali');
    expect(form.text()).not.toContain('at least 2 characters');
  });

  it('leaves the focus where somebody types, whatever is said meanwhile', async () => {
    const form = await open();
    await fill(form);
    const email = form.find<HTMLInputElement>('input[name=email]');
    await form.type(email, 'hodan@jaamacadda');
    await form.click('Create Account');
    form.find('input[name=fullName]').focus();
    email.focus();
    for (const typed of ['hodan@jaamacadda.e', 'hodan@jaamacadda.edu.']) await form.type(email, typed);
    expect(form.text()).toContain('Please enter a valid email address');
    expect(document.activeElement).toBe(email);
  });

  it('does not close the optional fields over what is being typed', async () => {
    const form = await open();
    const title = form.find<HTMLInputElement>('input[name=title]');
    await form.type(title, 'A');
    await form.click('Create Account');
    await form.type(title, 'Af');
    expect(form.find('[aria-expanded]').getAttribute('aria-expanded')).toBe('true');
  });

  it('sends the payload of spec §3 and shows where the link went', async () => {
    const onSuccess = vi.fn();
    const form = await open(() => ({ success: true, message: 'Check your email.' }), onSuccess);
    await fill(form);
    await form.click('Create Account');
    expect(form.calls[0]?.endpoint.path).toBe('/auth/signup');
    expect(form.calls[0]?.input.body).toEqual({
      fullName: 'Hodan Cali',
      email: 'hodan@example.org',
      earlyBird: false,
    });
    expect(form.toasts()).toEqual(['Check your email.']);
    expect(form.text()).toContain('hodan@example.org');
    expect(form.text()).toContain('valid for 48 hours');
    expect(onSuccess).toHaveBeenCalledOnce();
    await form.click('try again');
    expect(form.find<HTMLInputElement>('input[name=email]').value).toBe('Hodan@Example.org');
  });

  it('takes the code of the mail as it is pasted, and says why it is refused', async () => {
    const answers: TestAnswer = ({ path }) => {
      if (path === '/auth/signup') return { success: true, message: 'Check your email.' };
      throw new CallFailure('refused', { status: 400, body: { error: 'This code is not right.' } });
    };
    const form = await open(answers);
    await fill(form);
    await form.click('Create Account');
    const field = form.find<HTMLInputElement>('input[name=code]');
    expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric']);
    await form.type(field, '12 34');
    expect(form.calls).toHaveLength(1);
    await form.type(field, ' 123 456\n');
    await form.settle();
    expect(form.calls[1]?.input.body).toEqual({ email: 'hodan@example.org', code: '123456' });
    // It stays to be compared with the mail, and the next digit takes its place.
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['123456', 'true']);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]);
    expect(form.text()).toContain('This code is not right.');
  });

  it('says "Creating Account..." and cannot be pressed again while it runs', async () => {
    const form = await open(() => new Promise(() => {}));
    await fill(form);
    await form.click('Create Account');
    expect(form.button('Creating Account...').disabled).toBe(true);
  });

  it.each([
    [new CallFailure('refused', { status: 409, body: { error: 'That address is taken.' } }), 'That address is taken.'],
    [new Error('boom'), 'An unexpected error occurred. Please try again.'],
  ])('shows why it failed: %s', async (error, sentence) => {
    const form = await open(() => Promise.reject(error));
    await fill(form);
    await form.click('Create Account');
    expect(form.toasts()).toEqual([sentence]);
    expect(form.button('Create Account').disabled).toBe(false);
    const described = form.find('input[name=email]').getAttribute('aria-describedby') ?? '';
    expect(described.split(' ').map((id) => document.getElementById(id)?.textContent)).toContain(sentence);
    expect(document.activeElement).toBe(form.find('input[name=email]'));
  });

  it('opens the policies in a new tab and warns about accuracy', async () => {
    const form = await open();
    for (const href of ['/privacy', '/terms']) {
      expect(form.find(`a[href="${href}"]`).getAttribute('target')).toBe('_blank');
    }
    expect(form.text()).toContain('may not be 100% accurate');
  });
});

describe('the resend view', () => {
  const resendInput = (form: Page) => form.find<HTMLInputElement>('input[name=email]');

  it('refuses a bad address with the toast of spec §5', async () => {
    const form = await open();
    await form.click('Resend magic link');
    await form.type(resendInput(form), 'hodan@');
    await form.click('Send Magic Link');
    expect(form.toasts()).toEqual(['Please enter a valid email address']);
    expect(form.calls).toEqual([]);
  });

  it('sends, says so, and leaves for the confirmation', async () => {
    const form = await open();
    await form.click('Resend magic link');
    await form.type(resendInput(form), 'hodan@example.org');
    await form.click('Send Magic Link');
    expect(form.calls[0]?.endpoint.path).toBe('/auth/resend-magic-link');
    expect(form.toasts()).toEqual(['Magic link sent! Check your email.']);
    expect(form.text()).toContain('valid for 48 hours');
  });

  it('says "Sending..." while it runs, and what spec §8 says when it breaks', async () => {
    let fail: (reason: Error) => void = () => {};
    const form = await open(
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    );
    await form.click('Resend magic link');
    await form.type(resendInput(form), 'hodan@example.org');
    await form.click('Send Magic Link');
    const button = form.button('Sending...');
    expect(button.disabled).toBe(true);
    await form.click(button);
    fail(new Error('boom'));
    await form.advance(0);
    expect(form.toasts()).toEqual(['Failed to resend magic link. Please try again.']);
  });

  it('opens with the address at hand', async () => {
    const form = await open();
    await fill(form);
    await form.click('Resend magic link');
    expect(resendInput(form).value).toBe('Hodan@Example.org');
  });

  it('goes back to the form and forgets the address', async () => {
    const form = await open();
    await form.click('Resend magic link');
    await form.type(resendInput(form), 'typed@example.org');
    await form.click('Back to sign up');
    await form.click('Resend magic link');
    expect(resendInput(form).value).toBe('');
  });
});
