import { useEffect, useState } from 'react';
import { useServices } from './services.ts';
import { createStore, useStore } from './store.ts';

/** Bytes and not a Blob, because Safari loses Blobs in IndexedDB. */
export type AudioFile = { bytes: ArrayBuffer; mimeType: string; fileName: string };

export type AudioState = {
  isPlaying: boolean;
  positionSeconds: number;
  /** Unknown until the browser has read it. */
  durationSeconds: number | undefined;
  hasFailed: boolean;
};

const atRest: AudioState = { isPlaying: false, positionSeconds: 0, durationSeconds: undefined, hasFailed: false };

/** Plays a recording that is in memory. */
export class AudioPlayer {
  private readonly address: string;
  private readonly element: HTMLAudioElement;
  private readonly closing = new AbortController();
  readonly state = createStore(atRest);
  private isFindingEnd = false;

  constructor(bytes: ArrayBuffer, mimeType: string) {
    this.address = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
    this.element = new Audio(this.address);
    this.element.preload = 'metadata';
    this.listen();
  }

  toggle(): void {
    if (this.element.paused) this.play();
    else this.element.pause();
  }

  seek(seconds: number): void {
    this.element.currentTime = seconds;
    this.change({ positionSeconds: seconds });
  }

  playFrom(seconds: number): void {
    this.element.currentTime = seconds;
    this.play();
  }

  dispose(): void {
    this.closing.abort();
    this.element.pause();
    this.element.removeAttribute('src');
    URL.revokeObjectURL(this.address);
  }

  private change(part: Partial<AudioState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }

  private listen(): void {
    const on = (name: string, react: () => void) =>
      this.element.addEventListener(name, react, { signal: this.closing.signal });
    on('loadedmetadata', () => this.readDuration());
    on('durationchange', () => this.readDuration());
    on('timeupdate', () => {
      if (!this.isFindingEnd) this.change({ positionSeconds: this.element.currentTime });
    });
    on('playing', () => this.change({ isPlaying: true, hasFailed: false }));
    on('pause', () => this.change({ isPlaying: false }));
    on('ended', () => this.change({ isPlaying: false, positionSeconds: 0 }));
    on('error', () => this.change({ isPlaying: false, hasFailed: true }));
  }

  private readDuration(): void {
    const { duration } = this.element;
    // A browser's own WebM carries no length: seeking far beyond the end makes the browser find it.
    if (duration === Number.POSITIVE_INFINITY) {
      this.isFindingEnd = true;
      this.element.currentTime = Number.MAX_SAFE_INTEGER;
      return;
    }
    if (this.isFindingEnd) {
      this.isFindingEnd = false;
      this.element.currentTime = 0;
    }
    if (Number.isFinite(duration)) this.change({ durationSeconds: duration });
  }

  private play(): void {
    this.element.play().catch((thrown: unknown) => {
      const wasOnlyStopped = thrown instanceof DOMException && thrown.name === 'AbortError';
      if (!wasOnlyStopped) this.change({ isPlaying: false, hasFailed: true });
    });
  }
}

const silence = { bytes: undefined, mimeType: '' };

const noPlayer = createStore(atRest);

/** A player for as long as the component is there; `undefined` until it is ready. */
export function useAudioPlayer(recording: AudioFile | undefined): {
  player: AudioPlayer | undefined;
  state: AudioState;
} {
  const { clock } = useServices();
  const [player, setPlayer] = useState<AudioPlayer>();
  const { bytes, mimeType } = recording ?? silence;
  useEffect(() => {
    if (bytes === undefined) return undefined;
    let created: AudioPlayer | undefined;
    // Minutes of sound are copied: after the page has been drawn.
    const cancel = clock.afterPaint(() => {
      created = new AudioPlayer(bytes, mimeType);
      setPlayer(created);
    });
    return () => {
      cancel();
      created?.dispose();
    };
  }, [bytes, mimeType, clock]);
  return { player, state: useStore(player?.state ?? noPlayer) };
}

const bars = 96;

/** The loudest moment of each of `count` stretches, against the loudest of all. */
export function measureLoudness(samples: Float32Array, count: number): number[] {
  const stretch = Math.max(1, Math.floor(samples.length / count));
  const peaks = Array.from({ length: count }, (_, bar) => {
    let peak = 0;
    // Every eighth sample shows the shape of speech as well as all of them.
    for (let at = bar * stretch; at < Math.min((bar + 1) * stretch, samples.length); at += 8)
      peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks, 0.01);
  return peaks.map((peak) => peak / loudest);
}

/** The shape of a recording, 0–1 from start to end; nothing while it is being read, or where the browser cannot. */
export function useLoudness(bytes: ArrayBuffer | undefined): readonly number[] | undefined {
  const [loudness, setLoudness] = useState<readonly number[]>();
  useEffect(() => {
    if (bytes === undefined || typeof OfflineAudioContext === 'undefined') return undefined;
    let isGone = false;
    // At telephone quality: enough to look at, a sixth of the memory. Decoding takes the bytes away, so it gets a copy.
    new OfflineAudioContext(1, 1, 8_000)
      .decodeAudioData(bytes.slice(0))
      .then((audio) => {
        if (!isGone) setLoudness(measureLoudness(audio.getChannelData(0), bars));
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [bytes]);
  return loudness;
}
