import { describe, expect, it } from 'vitest';
import {
  describeResendButton,
  initialVerificationState,
  reduceVerification,
  type VerificationEvent,
} from './verification-state.ts';

const stateAfter = (...events: VerificationEvent[]) => events.reduce(reduceVerification, initialVerificationState);

describe('verification', () => {
  it('starts verifying and ends in success or error with the sentence to show', () => {
    expect(initialVerificationState.step).toBe('verifying');
    expect(stateAfter({ type: 'moved', step: 'success', message: 'Welcome' })).toMatchObject({
      step: 'success',
      message: 'Welcome',
    });
    expect(stateAfter({ type: 'moved', step: 'error', message: 'Used' })).toMatchObject({
      step: 'error',
      message: 'Used',
    });
  });

  it('asks for a click where the server wants one, then verifies again', () => {
    const question = { email: 'h@example.org', signedInAs: undefined };
    const asked = stateAfter({ type: 'moved', step: 'confirming', question });
    expect(asked).toMatchObject({ step: 'confirming', question });
    expect(reduceVerification(asked, { type: 'moved', step: 'verifying' }).step).toBe('verifying');
  });

  it('can be tried again without an answer, and says why it waits meanwhile', () => {
    expect(stateAfter({ type: 'moved', step: 'verifying', message: 'No line' })).toMatchObject({
      step: 'verifying',
      message: 'No line',
    });
    const given = stateAfter(
      { type: 'moved', step: 'verifying', message: 'No line' },
      { type: 'moved', step: 'unreachable', message: 'No line' },
    );
    expect(given).toMatchObject({ step: 'unreachable', message: 'No line' });
    expect(reduceVerification(given, { type: 'moved', step: 'verifying' }).message).toBe('');
  });
});

describe('the resend button', () => {
  it('can be pressed, then sends, then counts down from 60', () => {
    expect(describeResendButton(stateAfter())).toEqual({ isDisabled: false, label: 'resend' });
    expect(describeResendButton(stateAfter({ type: 'resending' }))).toEqual({ isDisabled: true, label: 'sending' });
    const resent = stateAfter({ type: 'resending' }, { type: 'resent' });
    expect(resent.cooldownSeconds).toBe(60);
    expect(describeResendButton(resent)).toEqual({ isDisabled: true, label: 'resendIn' });
  });

  it('is free again after 60 seconds and not after 59', () => {
    const seconds = (n: number) => Array.from({ length: n }, (): VerificationEvent => ({ type: 'second-passed' }));
    expect(describeResendButton(stateAfter({ type: 'resent' }, ...seconds(59))).isDisabled).toBe(true);
    expect(describeResendButton(stateAfter({ type: 'resent' }, ...seconds(60))).isDisabled).toBe(false);
  });

  it('waits as long as the server asks after a refusal', () => {
    expect(stateAfter({ type: 'resend-failed', waitSeconds: 41.2 }).cooldownSeconds).toBe(42);
    expect(describeResendButton(stateAfter({ type: 'resend-failed' })).isDisabled).toBe(false);
  });
});
