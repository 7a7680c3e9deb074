import type { ErrorCode } from '#shared/errors/codes.ts';

/** The failures the engine can answer with: a part of the product's one catalogue. */
export type SpeechErrorCode = Extract<
  ErrorCode,
  `AUDIO_${string}` | `ENGINE_${string}` | `TRANSCRIPTION_${string}` | 'NO_SPEECH' | 'NOT_SOMALI' | 'TRANSLATION_FAILED'
>;

/** `detail` of an `ENGINE_NOT_READY` that no waiting mends. */
export const outOfMemory = 'not enough memory';

/** A failure of the speech engine. `detail` is for logs and operators; it never holds text that was spoken. */
export class SpeechError extends Error {
  readonly code: SpeechErrorCode;
  readonly detail: string;

  constructor(code: SpeechErrorCode, detail = '', options?: ErrorOptions) {
    super(detail ? `${code}: ${detail}` : code, options);
    this.name = 'SpeechError';
    this.code = code;
    this.detail = detail;
  }
}
