import { getTranscription, type UploadData } from '#shared/contract/transcription.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import type { ResultRecording } from './demo-result.ts';

/** The stored recording, where our own server holds it: the page may fetch from nowhere else. */
async function fetchRecording(address: string): Promise<ResultRecording | undefined> {
  const url = new URL(address, window.location.href);
  if (url.origin !== window.location.origin) return undefined;
  const response = await fetch(url);
  if (!response.ok) return undefined;
  const mimeType = response.headers.get('content-type') ?? 'audio/ogg';
  return { bytes: await response.arrayBuffer(), mimeType, fileName: 'recording.ogg' };
}

/** A result from the server, for its owner; the text is there without its recording, too. */
export async function fetchResult(
  api: ApiClient,
  id: string,
): Promise<{ data: UploadData; recording: ResultRecording | undefined }> {
  const { data } = await api.call(getTranscription, { params: { id } });
  const recording = await fetchRecording(data.transcription.s3Url).catch(() => undefined);
  return { data, recording };
}
