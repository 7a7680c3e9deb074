import { encodeWav } from '../../audio/encode-wav.ts';
import { sampleRateHz } from '../../audio/format.ts';
import { spoken } from '../../somali/codes.ts';
import { callServer, type RemoteServer } from './call-server.ts';
import { type RemoteTranscription, readTranscription } from './read-transcription.ts';

/**
 * Sends one segment (mono, 16 kHz, −1…1) to an OpenAI-compatible transcription server, always as Somali. Servers that
 * know no `verbose_json` answer plain JSON, which is read as well.
 * @throws {SpeechError} as `callServer` and `readTranscription` do.
 */
export async function recogniseRemotely(
  server: RemoteServer,
  samples: Float32Array,
  signal?: AbortSignal,
): Promise<RemoteTranscription> {
  const body = new FormData();
  body.set('file', new Blob([encodeWav(samples)], { type: 'audio/wav' }), 'segment.wav');
  body.set('model', server.model);
  body.set('language', spoken.iso);
  body.set('response_format', 'verbose_json');
  body.set('temperature', '0');
  body.append('timestamp_granularities[]', 'word');
  const json = await callServer({ server, path: '/v1/audio/transcriptions', body, ...(signal ? { signal } : {}) });
  return readTranscription(json, samples.length / sampleRateHz);
}
