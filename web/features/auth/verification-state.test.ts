import { describe, expect, it } from 'vitest';
import {
  describeResendButton,
  initialVerificationState,
  reduceVerification,
  type VerificationEvent,
} from './verification-state.ts';

const after = (...events: VerificationEvent[]) => events.reduce(reduceVerification, initialVerificationState);

describe('verification', () => {
  it('starts verifying and ends in success or error with the sentence to show', () => {
    expect(initialVerificationState.step).toBe('verifying');
    expect(after({ type: 'verified', message: 'Welcome' })).toMatchObject({ step: 'success', message: 'Welcome' });
    expect(after({ type: 'refused', message: 'Used' })).toMatchObject({ step: 'error', message: 'Used' });
  });

  it('asks for a click where the server wants one, then verifies again', () => {
    const asked = after({ type: 'confirmation-needed', message: 'Please confirm' });
    expect(asked.step).toBe('confirming');
    expect(reduceVerification(asked, { type: 'verifying' }).step).toBe('verifying');
  });
});

describe('the resend button', () => {
  it('can be pressed, then sends, then counts down from 60', () => {
    expect(describeResendButton(after())).toEqual({ isDisabled: false, label: 'resend' });
    expect(describeResendButton(after({ type: 'resending' }))).toEqual({ isDisabled: true, label: 'sending' });
    const resent = after({ type: 'resending' }, { type: 'resent' });
    expect(resent.cooldownSeconds).toBe(60);
    expect(describeResendButton(resent)).toEqual({ isDisabled: true, label: 'resendIn' });
  });

  it('is free again after 60 seconds and not after 59', () => {
    const seconds = (n: number) => Array.from({ length: n }, (): VerificationEvent => ({ type: 'second-passed' }));
    expect(describeResendButton(after({ type: 'resent' }, ...seconds(59))).isDisabled).toBe(true);
    expect(describeResendButton(after({ type: 'resent' }, ...seconds(60))).isDisabled).toBe(false);
  });

  it('waits as long as the server asks after a refusal', () => {
    expect(after({ type: 'resend-failed', waitSeconds: 41.2 }).cooldownSeconds).toBe(42);
    expect(describeResendButton(after({ type: 'resend-failed' })).isDisabled).toBe(false);
  });
});
