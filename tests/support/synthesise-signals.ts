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

export function synthesiseNoise(seconds: number, sampleRateHz: number, amplitude: number): Float32Array {
  const random = createRandom(1);
  return Float32Array.from({ length: seconds * sampleRateHz }, () => amplitude * (random() * 2 - 1));
}

/** Decaying chords over a beat: music to a person, and not speech. */
export function synthesiseMusic(seconds: number, sampleRateHz: number): Float32Array {
  const chords = [
    [220, 277.2, 329.6],
    [196, 246.9, 293.7],
    [174.6, 220, 261.6],
    [164.8, 207.7, 246.9],
  ];
  const random = createRandom(2);
  return Float32Array.from({ length: seconds * sampleRateHz }, (_, index) => {
    const time = index / sampleRateHz;
    const chord = chords[Math.floor(time) % chords.length] ?? [];
    const sinceChord = time % 1;
    const notes = chord.reduce(
      (sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * time) + 0.4 * Math.sin(4 * Math.PI * hertz * time),
      0,
    );
    const beat = Math.exp(-40 * (time % 0.5)) * (random() * 2 - 1);
    return 0.12 * notes * Math.exp(-1.5 * sinceChord) + 0.2 * beat;
  });
}
