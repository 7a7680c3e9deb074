import { useEffect, useMemo, useRef, useState } from 'react';
import { createTakeStore, type Take, type TakeStore } from '../../features/recorder/take-store.ts';
import { forgetSharedAudio, readSharedAudio } from '../../lib/shared-audio.ts';

type Callbacks = {
  onRestored: (take: Take) => void;
  /** A voice note that another app shared with us. */
  onShared: (file: File) => void;
};

export type KeptTake = {
  store: TakeStore;
  /** A shared voice note that might not be this person's, or would take the place of a recording: not used unasked. */
  offered: File | undefined;
  accept: () => void;
  decline: () => void;
};

/** What was waiting when the page opened: a shared voice note, and the take kept from an earlier visit. */
export function useKeptTake(owner: string, hasShareClaim: boolean, callbacks: Callbacks): KeptTake {
  const store = useMemo(() => createTakeStore(), []);
  const [offered, setOffered] = useState<File>();
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const shared = await readSharedAudio().catch(() => undefined);
      const take = await store.restore(owner);
      if (isGone) return;
      if (take !== undefined) latest.current.onRestored(take);
      if (shared === undefined) return;
      if (!hasShareClaim || take !== undefined) return setOffered(shared);
      latest.current.onShared(shared);
      await forgetSharedAudio();
    };
    void look();
    return () => {
      isGone = true;
    };
  }, [store, owner, hasShareClaim]);

  const decide = (file: File | undefined) => {
    setOffered(undefined);
    void forgetSharedAudio();
    if (file !== undefined) callbacks.onShared(file);
  };
  return { store, offered, accept: () => decide(offered), decline: () => decide(undefined) };
}
