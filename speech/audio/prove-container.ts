import { open } from 'node:fs/promises';
import {
  type AcceptedContainer,
  isAcceptedContainer,
  sniffBytes,
  sniffContainer,
} from '#shared/audio/sniff-container.ts';
import { SpeechError } from '../speech-error.ts';

/**
 * The container of a file, by its first bytes alone.
 * @throws {SpeechError} `AUDIO_EMPTY` for a file of 0 bytes, `AUDIO_UNSUPPORTED` for an unknown or unaccepted container.
 */
export async function proveContainer(path: string): Promise<AcceptedContainer> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(sniffBytes), position: 0 });
    if (bytesRead === 0) throw new SpeechError('AUDIO_EMPTY');
    const container = sniffContainer(buffer.subarray(0, bytesRead));
    if (isAcceptedContainer(container)) return container;
    throw new SpeechError('AUDIO_UNSUPPORTED', container ?? 'not a known audio container');
  } finally {
    await file.close();
  }
}
