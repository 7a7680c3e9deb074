import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProcessUsage } from '../../process/usage.ts';
import { emptyLog } from './read-log.ts';
import { type ConversionReport, type SupervisedJob, superviseConversion } from './supervise.ts';

const source = { container: 'wav' as const, isOpus: false };
const limits = { stallCpuSeconds: 2, stallWallSeconds: 60 };
const plainJob = { inputPath: 'x.wav', source, outputArguments: [], maxOutputBytes: 100, maxSeconds: 30, limits };

function begin(job: Partial<SupervisedJob> = {}, tellsUsage = true, take?: () => Promise<void>) {
  const stream = { pause: vi.fn(), resume: vi.fn() };
  const kill = vi.fn();
  const output: number[] = [];
  const usage: ProcessUsage = { cpuSeconds: 5, residentBytes: 50_000_000 };
  let report: ConversionReport | undefined;
  const outcome = superviseConversion(
    { ...plainJob, ...job },
    (chunk) => {
      output.push(chunk.byteLength);
      return take?.();
    },
    (given) => {
      report = given;
      return { kill, stream, readUsage: () => (tellsUsage ? { ...usage } : undefined) };
    },
  );
  // A rejection that comes before the test looks is not an unhandled one.
  outcome.catch(() => {});
  if (!report) throw new Error('not started');
  return { kill, output, outcome, report, usage, stream };
}

describe('superviseConversion', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('hands the output over and reports the end, without killing what ended', async () => {
    const { report, output, outcome, kill } = begin();
    report.output(new Uint8Array(30));
    report.output(new Uint8Array(20));
    report.end(69, { ...emptyLog(), complaints: 'odd' });
    expect(await outcome).toMatchObject({ exitCode: 69, complaints: 'odd', isCutOff: false });
    expect(output).toEqual([30, 20]);
    expect(kill).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('reads nothing more while the disk has not taken what came', async () => {
    const disk = Promise.withResolvers<void>();
    const { report, stream } = begin({}, true, () => disk.promise);
    report.output(new Uint8Array(30));
    expect(stream.pause).toHaveBeenCalledOnce();
    expect(stream.resume).not.toHaveBeenCalled();
    disk.resolve();
    await vi.waitFor(() => expect(stream.resume).toHaveBeenCalledOnce());
  });

  test('ends what puts out more than it may, with exactly what it may', async () => {
    const { report, output, outcome, kill } = begin();
    report.output(new Uint8Array(80));
    report.output(new Uint8Array(80));
    report.output(new Uint8Array(80));
    expect(await outcome).toMatchObject({ isCutOff: true });
    expect(output).toEqual([80, 20]);
    expect(kill).toHaveBeenCalledOnce();
  });

  test('calls damaged what computes and computes and puts out nothing', async () => {
    const { report, outcome, kill, usage } = begin();
    usage.cpuSeconds += 1.9;
    vi.advanceTimersByTime(1_000);
    report.output(new Uint8Array(1));
    vi.advanceTimersByTime(1_000);
    usage.cpuSeconds += 1.9;
    vi.advanceTimersByTime(1_000);
    expect(kill).not.toHaveBeenCalled();
    usage.cpuSeconds += 0.2;
    vi.advanceTimersByTime(1_000);
    expect(kill).toHaveBeenCalledOnce();
    await expect(outcome).rejects.toMatchObject({ code: 'AUDIO_DAMAGED', detail: 'decoding made no progress' });
  });

  test('has patience with what is given no time, and says in the end that the machine is busy', async () => {
    const { outcome, kill, report, usage } = begin();
    for (const _ of Array(3)) {
      vi.advanceTimersByTime(50_000);
      usage.cpuSeconds += 0.1;
      report.output(new Uint8Array(1));
    }
    vi.advanceTimersByTime(59_000);
    expect(kill).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(kill).toHaveBeenCalledOnce();
    await expect(outcome).rejects.toMatchObject({ code: 'ENGINE_BUSY' });
  });

  test('ends what dribbles on: as damaged by its computing, as busy by the clock', async () => {
    const computing = begin({ maxOutputBytes: 10_000 });
    const waiting = begin({ maxOutputBytes: 10_000 });
    for (let second = 0; second < 241; second++) {
      vi.advanceTimersByTime(1_000);
      computing.usage.cpuSeconds += 1;
      for (const { report } of [computing, waiting]) report.output(new Uint8Array(1));
    }
    await expect(computing.outcome).rejects.toMatchObject({ code: 'AUDIO_DAMAGED' });
    await expect(waiting.outcome).rejects.toMatchObject({ code: 'ENGINE_BUSY' });
  });

  test('ends what takes too much memory', async () => {
    const { outcome, usage, kill } = begin();
    usage.residentBytes = 600_000_000;
    vi.advanceTimersByTime(1_000);
    expect(kill).toHaveBeenCalledOnce();
    await expect(outcome).rejects.toMatchObject({ code: 'AUDIO_DAMAGED', detail: 'decoding took too much memory' });
  });

  test('never blames the file where the system does not tell what a process uses', async () => {
    const { outcome } = begin({}, false);
    vi.advanceTimersByTime(60_000);
    await expect(outcome).rejects.toMatchObject({ code: 'ENGINE_BUSY' });
  });

  test('kills on abort, at once, and listens no longer', async () => {
    const controller = new AbortController();
    const { report, output, outcome, kill } = begin({ signal: controller.signal });
    controller.abort();
    expect(kill).toHaveBeenCalledOnce();
    report.output(new Uint8Array(1));
    report.fail('AUDIO_DAMAGED', 'killed');
    await expect(outcome).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    expect(output).toEqual([]);
  });

  test('does not start what is aborted already', async () => {
    const start = vi.fn();
    const outcome = superviseConversion({ ...plainJob, signal: AbortSignal.abort() }, () => {}, start);
    await expect(outcome).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    expect(start).not.toHaveBeenCalled();
  });
});
