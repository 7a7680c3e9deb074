import type { Engines } from '../engines/choose.ts';
import { SpeechError, type SpeechErrorCode } from '../speech-error.ts';
import { type PipelineParts, runPipeline } from './pipeline.ts';
import type { TranscribeOptions } from './port.ts';
import type { RecognisedTranscript, SpeechResult } from './result.ts';

/** Failures of an engine; all others are the recording's own, and another engine would find them, too. */
const engineFailures: ReadonlySet<SpeechErrorCode> = new Set([
  'TRANSCRIPTION_FAILED',
  'TRANSLATION_FAILED',
  'TRANSCRIPTION_TIMEOUT',
  'ENGINE_BUSY',
]);

type FallbackParts = Omit<PipelineParts, 'engines'> & {
  engines: PipelineParts['engines'] & Pick<Engines, 'fallback'>;
};

/**
 * As `runPipeline`; a recording that a server failed is taken over by the models on this machine, where they are to. A
 * transcript that is there already is kept. The result names who answered.
 */
export async function runWithFallback(
  audioPath: string,
  { engines, ...parts }: FallbackParts,
  options: TranscribeOptions = {},
): Promise<SpeechResult> {
  const { fallback } = engines;
  if (!fallback) return runPipeline(audioPath, { ...parts, engines }, options);
  let transcript: RecognisedTranscript | undefined = options.resumeFrom;
  const onRecognised = (recognised: RecognisedTranscript) => {
    transcript = recognised;
    options.onRecognised?.(recognised);
  };
  try {
    return await runPipeline(audioPath, { ...parts, engines }, { ...options, onRecognised });
  } catch (error) {
    if (!(error instanceof SpeechError) || !engineFailures.has(error.code)) throw error;
    if (!transcript) return runPipeline(audioPath, { ...parts, engines: fallback.recording }, options);
    return runPipeline(audioPath, { ...parts, engines: fallback.translation }, { ...options, resumeFrom: transcript });
  }
}
