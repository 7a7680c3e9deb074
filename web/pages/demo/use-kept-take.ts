import { useEffect, useMemo, useRef } from 'react';
import type { Take } from '../../features/recorder/take.ts';
import { createTakeStore, type TakeStore } from '../../features/recorder/take-store.ts';
import { takeSharedAudio } from '../../lib/shared-audio.ts';

type Callbacks = {
  onRestored: (take: Take) => void;
  /** A voice note that another app shared with us. */
  onShared: (file: File) => void;
};

/** What was waiting when the page opened: a shared voice note, otherwise the take kept from an earlier visit. */
export function useKeptTake(owner: string, callbacks: Callbacks): TakeStore {
  const store = useMemo(() => createTakeStore(), []);
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const shared = await takeSharedAudio().catch(() => undefined);
      if (shared !== undefined) {
        if (!isGone) latest.current.onShared(shared);
        return;
      }
      const take = await store.restore(owner);
      if (take !== undefined && !isGone) latest.current.onRestored(take);
    };
    void look();
    return () => {
      isGone = true;
    };
  }, [store, owner]);
  return store;
}
