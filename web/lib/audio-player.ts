import { useEffect, useState } from 'react';
import type { Problem } from './language-context.ts';
import { useServices } from './services.ts';
import { createStore, useStore } from './store.ts';

export type Span = { startSeconds: number; endSeconds: number };

/** Bytes and not a Blob, because Safari loses Blobs in IndexedDB. */
export type AudioFile = { bytes: ArrayBuffer; mimeType: string; fileName: string };

export type AudioState = {
  isPlaying: boolean;
  positionSeconds: number;
  /** Unknown until the browser has read it. */
  durationSeconds: number | undefined;
  problem: Problem | undefined;
};

const atRest: AudioState = { isPlaying: false, positionSeconds: 0, durationSeconds: undefined, problem: undefined };

const playbackFailed: Problem = { key: 'PLAYBACK_FAILED' };

function createAudioPlayer(bytes: ArrayBuffer, mimeType: string) {
  const address = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  const element = new Audio(address);
  element.preload = 'metadata';
  const state = createStore(atRest);
  const closing = new AbortController();
  let isFindingEnd = false;
  /** Asked to play while the end is looked for: from the end nothing can be heard. */
  let playsOnceFound = false;
  /** Where a sentence or a word that was asked for ends. */
  let stopsAtSeconds = Number.POSITIVE_INFINITY;
  let frame = 0;

  const change = (part: Partial<AudioState>) => state.set({ ...state.get(), ...part });
  const on = (name: string, react: () => void) => element.addEventListener(name, react, { signal: closing.signal });

  function readDuration(): void {
    const { duration } = element;
    // A browser's own WebM carries no length: seeking far beyond the end makes the browser find it.
    if (duration === Number.POSITIVE_INFINITY) {
      isFindingEnd = true;
      playsOnceFound ||= !element.paused;
      element.currentTime = Number.MAX_SAFE_INTEGER;
      return;
    }
    if (isFindingEnd) {
      isFindingEnd = false;
      element.currentTime = 0;
      if (playsOnceFound) play();
    }
    if (Number.isFinite(duration)) change({ durationSeconds: duration });
  }

  function play(): void {
    playsOnceFound = isFindingEnd;
    if (isFindingEnd) return;
    element.play().catch((thrown: unknown) => {
      const wasOnlyStopped = thrown instanceof DOMException && thrown.name === 'AbortError';
      if (!wasOnlyStopped) change({ isPlaying: false, problem: playbackFailed });
    });
  }

  /** With every frame: 'timeupdate' alone comes a quarter of a second late, and the next word would be heard. */
  function stopInTime(): void {
    cancelAnimationFrame(frame);
    if (element.currentTime >= stopsAtSeconds) element.pause();
    else if (!element.paused && stopsAtSeconds < Number.POSITIVE_INFINITY) frame = requestAnimationFrame(stopInTime);
  }

  on('loadedmetadata', readDuration);
  on('durationchange', readDuration);
  on('timeupdate', () => {
    if (isFindingEnd) return;
    change({ positionSeconds: element.currentTime });
    stopInTime();
  });
  on('playing', () => {
    change({ isPlaying: true, problem: undefined });
    stopInTime();
  });
  on('pause', () => change({ isPlaying: false }));
  on('ended', () => change({ isPlaying: false, positionSeconds: 0 }));
  on('error', () => change({ isPlaying: false, problem: playbackFailed }));

  return {
    state,
    toggle(): void {
      stopsAtSeconds = Number.POSITIVE_INFINITY;
      if (element.paused) play();
      else element.pause();
    },
    seek(seconds: number): void {
      stopsAtSeconds = Number.POSITIVE_INFINITY;
      element.currentTime = seconds;
      change({ positionSeconds: seconds });
    },
    /** 1 is as it was spoken. */
    setSpeed(rate: number): void {
      element.playbackRate = rate;
    },
    /** No further than its end. */
    playSpan({ startSeconds, endSeconds }: Span): void {
      stopsAtSeconds = endSeconds;
      element.currentTime = startSeconds;
      play();
    },
    dispose(): void {
      closing.abort();
      cancelAnimationFrame(frame);
      element.pause();
      element.removeAttribute('src');
      URL.revokeObjectURL(address);
    },
  };
}

export type AudioPlayer = ReturnType<typeof createAudioPlayer>;

const noPlayer = createStore(atRest);

/** A player for as long as the component is there; `undefined` until it is ready. */
export function useAudioPlayer(recording: AudioFile | undefined) {
  const { clock } = useServices();
  const [player, setPlayer] = useState<AudioPlayer>();
  const { bytes, mimeType = '' }: Partial<AudioFile> = recording ?? {};
  useEffect(() => {
    if (bytes === undefined) return undefined;
    let created: AudioPlayer | undefined;
    // Minutes of sound are copied: after the page has been drawn.
    const cancel = clock.afterPaint(() => {
      created = createAudioPlayer(bytes, mimeType);
      setPlayer(created);
    });
    return () => {
      cancel();
      created?.dispose();
    };
  }, [bytes, mimeType, clock]);
  return { player, state: useStore(player?.state ?? noPlayer) };
}
