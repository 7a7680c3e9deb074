import { SpeechError } from '../speech-error.ts';
import type { ConversionJob, ConversionOutcome } from './audio-decoder.ts';

/** What an adapter tells about its running FFmpeg. */
export type ConversionReport = {
  output(chunk: Uint8Array): void;
  end(exitCode: number, message: string): void;
  fail(detail: string): void;
};

export type SupervisedJob = ConversionJob & { stallMilliseconds: number };

/**
 * Holds a running conversion to its limits: bytes put out, silence between outputs, wall time, cancellation.
 * `start` begins it and returns how to kill it; it is killed exactly once, unless it came to its own end.
 */
export function superviseConversion(
  job: SupervisedJob,
  onOutput: (chunk: Uint8Array) => void,
  start: (report: ConversionReport) => () => void,
): Promise<ConversionOutcome> {
  if (job.signal?.aborted) return Promise.reject(new SpeechError('TRANSCRIPTION_CANCELLED'));
  return new Promise((resolve, reject) => {
    let isSettled = false;
    let outputBytes = 0;
    let kill = () => {};
    const settle = (finish: () => void) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(wallTimer);
      clearTimeout(stallTimer);
      job.signal?.removeEventListener('abort', cancel);
      kill();
      finish();
    };
    const fail = (detail: string) => settle(() => reject(new SpeechError('AUDIO_DAMAGED', detail)));
    const cancel = () => settle(() => reject(new SpeechError('TRANSCRIPTION_CANCELLED')));
    const wallTimer = setTimeout(() => fail('decoding took too long'), job.wallMilliseconds);
    const stallTimer = setTimeout(() => fail('decoding made no progress'), job.stallMilliseconds);
    job.signal?.addEventListener('abort', cancel, { once: true });
    const output = (chunk: Uint8Array) => {
      if (isSettled) return;
      stallTimer.refresh();
      const room = job.maxOutputBytes - outputBytes;
      outputBytes += chunk.byteLength;
      onOutput(chunk.byteLength > room ? chunk.subarray(0, room) : chunk);
      if (chunk.byteLength > room) settle(() => resolve({ exitCode: 0, message: '', isCutOff: true }));
    };
    const end = (exitCode: number, message: string) => settle(() => resolve({ exitCode, message, isCutOff: false }));
    kill = start({ output, end, fail });
    if (isSettled) kill();
  });
}
