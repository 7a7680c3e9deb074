import {
  deleteAccount,
  endEverySession,
  endSession,
  getSession,
  inspectLink,
  listSessions,
  logOut,
  recordAttempt,
  resendMagicLink,
  signUp,
  verifyCode,
  verifyMagicLink,
} from './accounts.ts';
import {
  correctTranscription,
  listTranscriptions,
  rateTranscription,
  setTeaching,
  translateTranscription,
} from './results.ts';
import { getHealth, getReady } from './system.ts';
import {
  acknowledgeTranscription,
  deleteTranscription,
  getAudio,
  getTranscription,
  uploadRecording,
} from './transcription.ts';

/** Every endpoint below `/api` that is part of the contract; a test holds the registered routes against this. */
export const endpoints = {
  signUp,
  verifyMagicLink,
  verifyCode,
  inspectLink,
  getSession,
  listSessions,
  endSession,
  endEverySession,
  logOut,
  resendMagicLink,
  deleteAccount,
  recordAttempt,
  uploadRecording,
  getAudio,
  getTranscription,
  acknowledgeTranscription,
  deleteTranscription,
  listTranscriptions,
  correctTranscription,
  translateTranscription,
  rateTranscription,
  setTeaching,
  getHealth,
  getReady,
};
