import { SpeechError, type SpeechErrorCode } from '../../speech-error.ts';
import type { ConversionOutcome } from './decoder.ts';
import { coreInputPath } from './wasm-core.ts';

const noSoundTrack = /matches no streams/;
/** A codec that FFmpeg does not know or was built without, in the words of its versions 5 to 7. */
const unknownCodec = /[Dd]ecoder \(codec |no decoder found for|Unknown decoder/;
/** One that is not among ours. Of a video track the refusal alone is normal; only the sound's decoder has to open. */
const namesRefusedCodec = (complaints: string): boolean =>
  complaints.includes('not on whitelist') &&
  complaints.split('\n').some((line) => /rror while opening decoder/.test(line) && line.includes('Invalid argument'));

/** The last thing FFmpeg complained about, without paths and memory addresses, short enough for a log line. */
export function summariseComplaint(complaints: string, inputPath: string): string {
  const lines = complaints
    .split('\n')
    .filter((line) => line.trim() && !/Last message repeated|^Aborted\(|^To ignore this/.test(line));
  return (lines.at(-1) ?? '')
    .replaceAll(`file:${inputPath}`, 'file')
    .replaceAll(`file:${coreInputPath}`, 'file')
    .replaceAll(inputPath, 'file')
    .replace(/ @ 0x[0-9a-f]+/g, '')
    .trim()
    .slice(0, 160);
}

/** Why a run gave no sound at all: no track, a codec that is not ours, nothing in the track, or damage. */
export function mapFfmpegError({ complaints }: Pick<ConversionOutcome, 'complaints'>, inputPath: string): SpeechError {
  const detail = summariseComplaint(complaints, inputPath);
  if (noSoundTrack.test(complaints)) return new SpeechError('AUDIO_NO_SOUND', detail);
  if (unknownCodec.test(complaints) || namesRefusedCodec(complaints))
    return new SpeechError('AUDIO_CODEC_UNSUPPORTED', detail);
  if (detail === '') return new SpeechError('AUDIO_NO_SOUND', 'the sound track is empty');
  return new SpeechError('AUDIO_DAMAGED', detail);
}

/** Signals by which a process ends through its own fault; any other came from outside and says nothing about the file. */
const crashes: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGTRAP', 'SIGSYS']);

export function mapSignal(signal: string): { code: SpeechErrorCode; detail: string } {
  return { code: crashes.has(signal) ? 'AUDIO_DAMAGED' : 'ENGINE_BUSY', detail: `the decoder was ended by ${signal}` };
}
