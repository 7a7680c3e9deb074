import { describe, expect, it } from 'vitest';
import type { Effort, MeasuredSpeed } from '../parts/local/protocol.ts';
import { createLengthLimit, estimateLength } from './length-limit.ts';

/** A second of audio takes so long on one idle core, and the work fills `cores` of them. */
const idle = (seconds: number, cores = 1): MeasuredSpeed => ({
  recogniser: { wallSeconds: seconds / 2 / cores, cpuSeconds: seconds / 2 },
  translator: { wallSeconds: seconds / 2 / cores, cpuSeconds: seconds / 2 },
});
/** The same work, so many times slower on the clock. */
function slow({ recogniser, translator }: MeasuredSpeed, times: number): MeasuredSpeed {
  const slowed = ({ wallSeconds, cpuSeconds }: Effort) => ({ wallSeconds: times * wallSeconds, cpuSeconds });
  return {
    ...(recogniser && { recogniser: slowed(recogniser) }),
    ...(translator && { translator: slowed(translator) }),
  };
}
/** Beside others, which take all but a tenth of the time. */
const crowd = (speed: MeasuredSpeed) => slow(speed, 10);

/** Time that passes when the test says so, and models that measure what the test gives. */
function createSetting(speeds: MeasuredSpeed[], setting?: number) {
  const waiting: { milliseconds: number; action: () => void }[] = [];
  const limit = createLengthLimit(setting, {
    after(milliseconds, action) {
      const entry = { milliseconds, action };
      waiting.push(entry);
      return () => void waiting.splice(waiting.indexOf(entry), 1);
    },
  });
  const state = { isIdle: true, measurements: 0 };
  const models = {
    isIdle: () => state.isIdle,
    measure: async () => {
      state.measurements += 1;
      const next = speeds.shift();
      if (!next) throw new Error('not measured');
      return next;
    },
  };
  const pass = async () => {
    const entry = waiting.shift();
    entry?.action();
    await new Promise(setImmediate);
    return entry?.milliseconds;
  };
  return { limit, models, state, pass, waiting };
}

describe('the estimate', () => {
  it('is a multiple of 30 s that takes a minute, between 30 s and 15 min', () => {
    expect(estimateLength(idle(0.5))).toEqual({ maxAudioSeconds: 120, isFinal: true });
    expect(estimateLength(idle(0.5, 2))).toEqual({ maxAudioSeconds: 240, isFinal: true });
    expect(estimateLength(idle(0.001))).toEqual({ maxAudioSeconds: 900, isFinal: true });
    expect(estimateLength(idle(50))).toEqual({ maxAudioSeconds: 30, isFinal: true });
  });

  it('is not made shorter by other work than by a single core, and known for a guess', () => {
    for (const cores of [1, 2]) {
      expect(estimateLength(crowd(idle(0.5, cores)))).toEqual({ maxAudioSeconds: 120, isFinal: false });
    }
  });

  it('reckons with a container that is given half a core', () => {
    const speed = idle(0.5);
    const throttled = slow(speed, 2);
    expect(estimateLength(throttled, 0.5)).toEqual({ maxAudioSeconds: 60, isFinal: true });
    expect(estimateLength(crowd(throttled), 0.5)).toEqual({ maxAudioSeconds: 60, isFinal: false });
  });

  it('is fixed where a part is elsewhere', () => {
    expect(estimateLength({ recogniser: { wallSeconds: 0.001, cpuSeconds: 0.001 } })).toEqual({
      maxAudioSeconds: 120,
      isFinal: true,
    });
  });
});

describe('the limit of length', () => {
  it('is a browser recording at first, then what the models allow', async () => {
    const { limit, models, waiting } = createSetting([idle(0.2)]);
    expect(limit.maxAudioSeconds).toBe(30);
    await limit.measure(models);
    expect(limit.maxAudioSeconds).toBe(300);
    expect(waiting).toEqual([]);
  });

  it('drawn on a busy machine is drawn again, later and later, until the machine is idle', async () => {
    const { limit, models, pass, waiting } = createSetting([crowd(idle(0.5, 2)), crowd(idle(1)), idle(0.5, 2)]);
    await limit.measure(models);
    expect(limit.maxAudioSeconds).toBe(120);
    expect(await pass()).toBe(60_000);
    expect(limit.maxAudioSeconds).toBe(120);
    expect(await pass()).toBe(120_000);
    expect(limit.maxAudioSeconds).toBe(240);
    expect(waiting).toEqual([]);
  });

  it('is not measured while recordings are worked on, nor lost when a measurement fails', async () => {
    const { limit, models, state, pass } = createSetting([crowd(idle(0.5))]);
    await limit.measure(models);
    state.isIdle = false;
    await pass();
    expect(state.measurements).toBe(1);
    state.isIdle = true;
    await pass();
    expect(state.measurements).toBe(2);
    expect(limit.maxAudioSeconds).toBe(120);
  });

  it('follows an exchange of models, also to slower ones, and stops with them', async () => {
    const { limit, models, waiting } = createSetting([idle(0.2), crowd(idle(0.5))]);
    await limit.measure(models);
    await limit.measure({ ...models });
    expect(limit.maxAudioSeconds).toBe(120);
    expect(waiting).toHaveLength(1);
    limit.close();
    expect(waiting).toEqual([]);
  });

  it('is the operator’s where there is one', async () => {
    const { limit, models, state } = createSetting([idle(0.001)], 45);
    await limit.measure(models);
    expect(limit.maxAudioSeconds).toBe(45);
    expect(state.measurements).toBe(0);
  });
});
