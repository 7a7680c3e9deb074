import { useEffect, useState, useSyncExternalStore } from 'react';

export type AudioState = {
  isPlaying: boolean;
  positionSeconds: number;
  /** Unknown until the browser has read it. */
  durationSeconds: number | undefined;
  hasFailed: boolean;
};

export type AudioPlayer = {
  getState(): AudioState;
  subscribe(listener: () => void): () => void;
  toggle(): void;
  seek(seconds: number): void;
  playFrom(seconds: number): void;
  dispose(): void;
};

const atRest: AudioState = { isPlaying: false, positionSeconds: 0, durationSeconds: undefined, hasFailed: false };

/** Plays a recording that is in memory. */
function createAudioPlayer(bytes: ArrayBuffer, mimeType: string): AudioPlayer {
  const address = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  const element = new Audio(address);
  element.preload = 'metadata';
  const listeners = new Set<() => void>();
  const abort = new AbortController();
  let state = atRest;
  let isFindingEnd = false;

  const change = (part: Partial<AudioState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const on = (name: string, react: () => void) => element.addEventListener(name, react, { signal: abort.signal });
  const readDuration = () => {
    // A browser's own WebM carries no length: seeking far beyond the end makes the browser find it.
    if (element.duration === Number.POSITIVE_INFINITY) {
      isFindingEnd = true;
      element.currentTime = Number.MAX_SAFE_INTEGER;
      return;
    }
    if (isFindingEnd) {
      isFindingEnd = false;
      element.currentTime = 0;
    }
    if (Number.isFinite(element.duration)) change({ durationSeconds: element.duration });
  };
  const play = () => {
    element.play().catch((thrown: unknown) => {
      const wasOnlyStopped = thrown instanceof DOMException && thrown.name === 'AbortError';
      if (!wasOnlyStopped) change({ isPlaying: false, hasFailed: true });
    });
  };

  on('loadedmetadata', readDuration);
  on('durationchange', readDuration);
  on('timeupdate', () => {
    if (!isFindingEnd) change({ positionSeconds: element.currentTime });
  });
  on('playing', () => change({ isPlaying: true, hasFailed: false }));
  on('pause', () => change({ isPlaying: false }));
  on('ended', () => change({ isPlaying: false, positionSeconds: 0 }));
  on('error', () => change({ isPlaying: false, hasFailed: true }));

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toggle() {
      if (element.paused) play();
      else element.pause();
    },
    seek(seconds) {
      element.currentTime = seconds;
      change({ positionSeconds: seconds });
    },
    playFrom(seconds) {
      element.currentTime = seconds;
      play();
    },
    dispose() {
      abort.abort();
      element.pause();
      element.removeAttribute('src');
      URL.revokeObjectURL(address);
    },
  };
}

const subscribeToNothing = () => () => undefined;

/** A player for as long as the component is there; `undefined` until it is ready. */
export function useAudioPlayer(
  bytes: ArrayBuffer,
  mimeType: string,
): { player: AudioPlayer | undefined; state: AudioState } {
  const [player, setPlayer] = useState<AudioPlayer>();
  useEffect(() => {
    const created = createAudioPlayer(bytes, mimeType);
    setPlayer(created);
    return () => created.dispose();
  }, [bytes, mimeType]);
  const state = useSyncExternalStore(
    player?.subscribe ?? subscribeToNothing,
    () => player?.getState() ?? atRest,
    () => atRest,
  );
  return { player, state };
}
