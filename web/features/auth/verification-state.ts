import { resendCooldownSeconds } from '#shared/limits.ts';

/** Spec §4, verification: verifying, then success or error; a click is asked for only where the server wants one. */
export type VerificationState = {
  step: 'verifying' | 'confirming' | 'success' | 'error';
  /** The sentence shown on success, on error, or beside the asked-for click. */
  message: string;
  isResending: boolean;
  /** Seconds until another resend is allowed; 0 when it is. */
  cooldownSeconds: number;
};

export type VerificationEvent =
  | { type: 'verifying' }
  | { type: 'confirmation-needed'; message: string }
  | { type: 'verified'; message: string }
  | { type: 'refused'; message: string }
  | { type: 'resending' }
  | { type: 'resent' }
  | { type: 'resend-failed'; waitSeconds?: number }
  | { type: 'second-passed' };

export const initialVerificationState: VerificationState = {
  step: 'verifying',
  message: '',
  isResending: false,
  cooldownSeconds: 0,
};

export function reduceVerification(state: VerificationState, event: VerificationEvent): VerificationState {
  switch (event.type) {
    case 'verifying':
      return { ...state, step: 'verifying' };
    case 'confirmation-needed':
      return { ...state, step: 'confirming', message: event.message };
    case 'verified':
      return { ...state, step: 'success', message: event.message };
    case 'refused':
      return { ...state, step: 'error', message: event.message };
    case 'resending':
      return { ...state, isResending: true };
    case 'resent':
      return { ...state, isResending: false, cooldownSeconds: resendCooldownSeconds };
    case 'resend-failed':
      return { ...state, isResending: false, cooldownSeconds: Math.ceil(event.waitSeconds ?? 0) };
    case 'second-passed':
      return { ...state, cooldownSeconds: Math.max(0, state.cooldownSeconds - 1) };
  }
}

export type ResendButton = { isDisabled: boolean; label: 'resend' | 'sending' | 'resendIn' };

/** What the resend button says and whether it can be pressed (spec §2). */
export function describeResendButton({ isResending, cooldownSeconds }: VerificationState): ResendButton {
  if (isResending) return { isDisabled: true, label: 'sending' };
  if (cooldownSeconds > 0) return { isDisabled: true, label: 'resendIn' };
  return { isDisabled: false, label: 'resend' };
}
