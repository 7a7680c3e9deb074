import { deleteAccount, getSession, logOut, resendMagicLink, signUp, verifyMagicLink } from './accounts.ts';
import { recordAttempt } from './attempts.ts';
import { getHealth, getReady } from './system.ts';
import { deleteTranscription, getAudio, uploadRecording } from './transcription.ts';

/** Every endpoint below `/api` that is part of the contract; a test holds the registered routes against this. */
export const endpoints = {
  signUp,
  verifyMagicLink,
  getSession,
  logOut,
  resendMagicLink,
  deleteAccount,
  recordAttempt,
  uploadRecording,
  getAudio,
  deleteTranscription,
  getHealth,
  getReady,
};
