/** A repeatable stream of numbers in [0, 1) (mulberry32), for test signals and property tests. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A sweep from 200 Hz to 3 kHz: unlike a tone, it correlates with itself at one lag only. */
export function synthesiseSweep(seconds: number, sampleRateHz: number): Float32Array {
  return Float32Array.from({ length: seconds * sampleRateHz }, (_, index) => {
    const time = index / sampleRateHz;
    return 0.4 * Math.sin(2 * Math.PI * (200 * time + ((3_000 - 200) / (2 * seconds)) * time * time));
  });
}
