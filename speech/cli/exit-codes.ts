import { outOfMemory, type SpeechError, type SpeechErrorCode } from '../speech-error.ts';

/** What a script can tell from `$?`. 0 is success, 1 any other failure, 2 wrong usage. */
export const exitCodes = {
  usage: 2,
  missingFile: 3,
  notAudio: 4,
  tooLong: 5,
  noSpeech: 6,
  notReady: 7,
  outOfMemory: 8,
  cancelled: 130,
} as const;

const codeOf: Partial<Record<SpeechErrorCode, number>> = {
  AUDIO_TOO_LONG: exitCodes.tooLong,
  AUDIO_TOO_SHORT: exitCodes.noSpeech,
  NO_SPEECH: exitCodes.noSpeech,
  NOT_SOMALI: exitCodes.noSpeech,
  ENGINE_BUSY: exitCodes.notReady,
  ENGINE_NOT_READY: exitCodes.notReady,
  TRANSCRIPTION_CANCELLED: exitCodes.cancelled,
};

export function exitCodeOf({ code, detail }: SpeechError): number {
  const known = codeOf[code] ?? (code.startsWith('AUDIO_') ? exitCodes.notAudio : 1);
  return detail === outOfMemory ? exitCodes.outOfMemory : known;
}
