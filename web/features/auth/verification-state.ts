import { resendCooldownSeconds } from '#shared/limits.ts';

/** Whose a link is, where a person has to say that it is meant. */
export type LinkQuestion = { email: string; signedInAs: string | undefined };

/**
 * Spec §4, verification: verifying, then success or error. A click is asked for where the link was not asked for in this
 * browser, or somebody else is signed in; without an answer the link is not used up, and can be tried again.
 */
export type VerificationState = {
  step: 'verifying' | 'confirming' | 'success' | 'unreachable' | 'error';
  /** The sentence shown on success, on error, or while the line is bad. */
  message: string;
  question: LinkQuestion | undefined;
  isResending: boolean;
  /** Seconds until another resend is allowed; 0 when it is. */
  cooldownSeconds: number;
};

export type VerificationEvent =
  | { type: 'moved'; step: VerificationState['step']; message?: string; question?: LinkQuestion }
  | { type: 'resending' }
  | { type: 'resent' }
  | { type: 'resend-failed'; waitSeconds?: number }
  | { type: 'second-passed' };

export const initialVerificationState: VerificationState = {
  step: 'verifying',
  message: '',
  question: undefined,
  isResending: false,
  cooldownSeconds: 0,
};

export function reduceVerification(state: VerificationState, event: VerificationEvent): VerificationState {
  switch (event.type) {
    case 'moved':
      return { ...state, step: event.step, message: event.message ?? '', question: event.question };
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
