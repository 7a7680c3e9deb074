import { useEffect, useEffectEvent, useState } from 'react';
import type { AudioFile } from '../../lib/audio-player.ts';
import { openDeviceStore } from '../../lib/device-store.ts';
import { forgetSharedAudio, readSharedAudio } from '../../lib/shared-audio.ts';

/** A recording or a chosen file, ready to be sent. */
export type Recording = AudioFile & {
  /** `sample`: one of ours, which costs no attempt. */
  source: 'recording' | 'file' | 'sample';
  /** `undefined` where a file's length could not be read. */
  durationSeconds: number | undefined;
  /** Processing had begun when the page was left; its text may be there already. */
  wasSent?: boolean;
};

const device = openDeviceStore<Recording>('recordings');
const currentKey = 'current';

/** Until the server has answered, so that a closed tab or a dead battery loses nothing. */
export const keepRecording = (recording: Recording, owner: string): Promise<boolean> =>
  device.put(currentKey, recording, owner);

export const hasKeptRecording = (): Promise<boolean> => device.has(currentKey);

export const discardRecording = (): Promise<void> => device.remove(currentKey);

type Callbacks = {
  onRestored: (recording: Recording) => void;
  /** A voice note that another app shared with us. */
  onShared: (file: File) => void;
};

/**
 * What was waiting when the page opened: a shared voice note, and the recording kept from an earlier visit. A note that
 * might not be this person's, or would take the place of a recording, is `offered` and not used unasked.
 */
export function useKeptRecording(owner: string, hasShareClaim: boolean, callbacks: Callbacks) {
  const [offered, setOffered] = useState<File>();
  const onFound = useEffectEvent((recording: Recording | undefined, shared: File | undefined) => {
    if (recording !== undefined) callbacks.onRestored(recording);
    if (shared === undefined) return;
    if (!hasShareClaim || recording !== undefined) return setOffered(shared);
    callbacks.onShared(shared);
    void forgetSharedAudio();
  });
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const shared = await readSharedAudio().catch(() => undefined);
      const recording = await device.get(currentKey, owner);
      if (!isGone) onFound(recording, shared);
    };
    void look();
    return () => {
      isGone = true;
    };
  }, [owner]);

  const decide = (file: File | undefined) => {
    setOffered(undefined);
    void forgetSharedAudio();
    if (file !== undefined) callbacks.onShared(file);
  };
  return { offered, accept: () => decide(offered), decline: () => decide(undefined) };
}
