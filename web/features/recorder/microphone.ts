import type { SentenceKey } from '#shared/errors/codes.ts';
import { defaultRecordingName } from '#shared/limits.ts';
import type { AudioFile } from '../../lib/audio-player.ts';
import type { Problem } from '../../lib/language-context.ts';
import { measureLevel } from './level.ts';

export type RecordingHandlers = {
  onSound: () => void;
  onFailed: () => void;
};

/** A microphone that is listening; good for one recording, then closed. */
export type OpenMicrophone = {
  /** Of the last moment, in dBFS. */
  readLevel(): number;
  /** Begins at once; the function returned ends it and gives what was heard. */
  record(handlers: RecordingHandlers): () => Promise<AudioFile>;
  /** The device was unplugged, or the system took it away. */
  onLost(callback: () => void): void;
  /** A telephone call holds the microphone, or lets go of it. */
  onMuteChange(callback: (isMuted: boolean) => void): void;
  close(): void;
};

export type Microphone = {
  watchPermission(callback: (permission: PermissionState) => void): void;
  /** Asks the person where needed; rejects with what the browser threw. */
  open(): Promise<OpenMicrophone>;
};

/** Spec §8, microphone: what `getUserMedia` throws. */
const sentenceOfError: Readonly<Record<string, SentenceKey>> = {
  InsecureContextError: 'MICROPHONE_INSECURE',
  NotAllowedError: 'MICROPHONE_DENIED',
  SecurityError: 'MICROPHONE_DENIED',
  NotFoundError: 'MICROPHONE_NOT_FOUND',
  OverconstrainedError: 'MICROPHONE_NOT_FOUND',
  NotReadableError: 'MICROPHONE_IN_USE',
  AbortError: 'MICROPHONE_IN_USE',
};

export function describeMicrophoneError(thrown: unknown): Problem {
  const { name = '', message = '' }: { name?: string; message?: string } = thrown instanceof Error ? thrown : {};
  const key = sentenceOfError[name];
  if (key !== undefined) return { key };
  return message === '' ? { key: 'MICROPHONE_UNKNOWN' } : { key: 'MICROPHONE_OTHER', values: { message } };
}

/** 32 kbit/s Opus is 120 KB for 30 s: 2.4 s of a 400 kbit/s connection, without a loss that recognition would notice. */
const bitsPerSecond = 32_000;
const chunkMilliseconds = 250;
const meterWindowSamples = 2048;

function recordStream(stream: MediaStream, { onSound, onFailed }: RecordingHandlers): () => Promise<AudioFile> {
  const chunks: Blob[] = [];
  const mimeType = chooseRecordingType();
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: bitsPerSecond, ...(mimeType && { mimeType }) });
  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0) return;
    chunks.push(data);
    onSound();
  };
  recorder.onerror = onFailed;
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  recorder.start(chunkMilliseconds);

  return async () => {
    // A lost track has already stopped the recorder: what it heard until then is kept.
    if (recorder.state !== 'inactive') recorder.stop();
    await stopped;
    const bytes = await new Blob(chunks).arrayBuffer();
    if (bytes.byteLength === 0) throw new Error('Nothing was recorded');
    return { bytes, mimeType: recorder.mimeType || chunks[0]?.type || '', fileName: defaultRecordingName };
  };
}

function wrapStream(stream: MediaStream, context: AudioContext): OpenMicrophone {
  const track = stream.getAudioTracks()[0];
  if (track === undefined) throw new DOMException('No audio track', 'NotFoundError');
  const analyser = context.createAnalyser();
  analyser.fftSize = meterWindowSamples;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(meterWindowSamples);
  const closing = new AbortController();
  const { signal } = closing;

  return {
    readLevel() {
      analyser.getFloatTimeDomainData(samples);
      return measureLevel(samples);
    },
    record: (handlers) => recordStream(stream, handlers),
    onLost(callback) {
      const check = () => {
        if (track.readyState === 'ended') callback();
      };
      track.addEventListener('ended', check, { signal });
      navigator.mediaDevices.addEventListener('devicechange', check, { signal });
      // iOS ends the track of a page in the background without a word: look when the page is back.
      document.addEventListener('visibilitychange', check, { signal });
    },
    onMuteChange(callback) {
      track.addEventListener('mute', () => callback(true), { signal });
      track.addEventListener('unmute', () => callback(false), { signal });
    },
    close() {
      closing.abort();
      for (const each of stream.getTracks()) each.stop();
      void context.close();
    },
  };
}

/** The browser's microphone: a fresh stream for each recording, because a second use of one is silent on iOS. */
export const browserMicrophone: Microphone = {
  async watchPermission(callback) {
    try {
      const status = await navigator.permissions.query({ name: 'microphone' });
      callback(status.state);
      status.onchange = () => callback(status.state);
    } catch {
      // Older browsers cannot be asked about the microphone: they will ask the person when the time comes.
      callback('prompt');
    }
  },
  async open() {
    // On a secure page an app's own browser has left it out.
    if (navigator.mediaDevices === undefined)
      throw new DOMException('', window.isSecureContext ? 'NotAllowedError' : 'InsecureContextError');
    // Made inside the tap, before anything is awaited: iOS keeps a context silent otherwise.
    const context = new AudioContext();
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
      });
      await context.resume();
      return wrapStream(stream, context);
    } catch (thrown) {
      void context.close();
      throw thrown;
    }
  },
};

/** Spec §5: webm, then mp4, then wav; Opus named first where a container can hold more than one codec. */
const preferredTypes = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/wav'] as const;

/** What to record in; nothing where the choice is the browser's. Some Safari versions record WebM that they cannot play. */
export function chooseRecordingType(): string | undefined {
  const player = document.createElement('audio');
  return preferredTypes.find((type) => MediaRecorder.isTypeSupported(type) && player.canPlayType(type) !== '');
}
