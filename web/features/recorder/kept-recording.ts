import { useEffect, useEffectEvent, useState } from 'react';
import type { AudioFile } from '../../lib/audio-player.ts';
import { openDeviceStore } from '../../lib/device-store.ts';
import { forgetSharedAudio, readSharedAudio } from '../../lib/shared-audio.ts';

export type Recording = AudioFile & {
  /** `sample`: one of ours, which costs no attempt. */
  source: 'recording' | 'file' | 'sample';
  /** `undefined` where a file's length could not be read. */
  durationSeconds: number | undefined;
  /** Processing had begun when the page was left; its text may be there already. */
  wasSent?: boolean;
  /** It was on its way to the server when the page was left: it goes on by itself. */
  isSending?: boolean;
};

const device = openDeviceStore<Recording>('recordings');
const currentKey = 'current';

/** One of several files; its bytes are kept in a row of their own (kept-files.ts). */
export type WaitingFile = { id: string; fileName: string };

const lists = openDeviceStore<{ files: readonly WaitingFile[] }>('recordings');
const listKey = 'waiting';

export const keepWaiting = (files: readonly WaitingFile[], owner: string): Promise<unknown> =>
  files.length === 0 ? lists.remove(listKey) : lists.put(listKey, { files }, owner);

/** Until the server has answered, so that a closed tab or a dead battery loses nothing. */
export const keepRecording = (recording: Recording, owner: string): Promise<boolean> =>
  device.put(currentKey, recording, owner);

export const hasKeptRecording = (): Promise<boolean> => device.has(currentKey);

export const discardRecording = (): Promise<void> => device.remove(currentKey);

type Callbacks = {
  onRestored: (recording: Recording) => void;
  onShared: (files: readonly File[]) => void;
  onWaiting: (files: readonly WaitingFile[]) => void;
};

/**
 * What was waiting when the page opened: a shared voice note, and the recording kept from an earlier visit. A note that
 * might not be this person's, or would take the place of a recording, is `offered` and not used unasked.
 */
export function useKeptRecording(owner: string, hasShareClaim: boolean, callbacks: Callbacks) {
  const [offered, setOffered] = useState<readonly File[]>([]);
  const onFound = useEffectEvent((recording: Recording | undefined, shared: readonly File[]) => {
    if (recording !== undefined) callbacks.onRestored(recording);
    if (shared.length === 0) return;
    if (!hasShareClaim || recording !== undefined) return setOffered(shared);
    callbacks.onShared(shared);
    void forgetSharedAudio();
  });
  const onWaiting = useEffectEvent(callbacks.onWaiting);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const shared = await readSharedAudio().catch(() => []);
      const recording = await device.get(currentKey, owner);
      if (isGone) return;
      onFound(recording, shared);
      const { files = [] } = (await lists.get(listKey, owner)) ?? {};
      if (!isGone && files.length > 0) onWaiting(files);
    };
    void look();
    return () => {
      isGone = true;
    };
  }, [owner]);

  const decide = (files: readonly File[]) => {
    setOffered([]);
    void forgetSharedAudio();
    callbacks.onShared(files);
  };
  return { offered, accept: () => decide(offered), decline: () => decide([]) };
}
