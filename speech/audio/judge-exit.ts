import type { SpeechErrorCode } from '../speech-error.ts';

/** Signals by which a process ends through its own fault; any other came from outside and says nothing about the file. */
const crashes: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGTRAP', 'SIGSYS']);

export function judgeSignal(signal: string): { code: SpeechErrorCode; detail: string } {
  return { code: crashes.has(signal) ? 'AUDIO_DAMAGED' : 'ENGINE_BUSY', detail: `the decoder was ended by ${signal}` };
}
