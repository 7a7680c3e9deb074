import { useEffect, useState } from 'react';

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
