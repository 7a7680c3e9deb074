import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ConversionReport, type SupervisedJob, superviseConversion } from './supervise-conversion.ts';

const limits = { maxOutputBytes: 100, wallMilliseconds: 10_000, stallMilliseconds: 2_000 };

function begin(job: Partial<SupervisedJob> = {}) {
  const kill = vi.fn();
  const output: number[] = [];
  let report: ConversionReport | undefined;
  const source = { container: 'wav' as const, isOpus: false };
  const outcome = superviseConversion(
    { inputPath: 'x.wav', source, outputArguments: [], ...limits, ...job },
    (chunk) => output.push(chunk.byteLength),
    (given) => {
      report = given;
      return kill;
    },
  );
  // A rejection that comes before the test looks is not an unhandled one.
  outcome.catch(() => {});
  if (!report) throw new Error('not started');
  return { kill, output, outcome, report };
}

describe('superviseConversion', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('hands the output over and reports the end', async () => {
    const { report, output, outcome } = begin();
    report.output(new Uint8Array(30));
    report.output(new Uint8Array(20));
    report.end(69, 'odd');
    expect(await outcome).toEqual({ exitCode: 69, message: 'odd', isCutOff: false });
    expect(output).toEqual([30, 20]);
    expect(vi.getTimerCount()).toBe(0);
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

  test('ends what puts out nothing for too long', async () => {
    const { report, outcome, kill } = begin();
    vi.advanceTimersByTime(1_900);
    report.output(new Uint8Array(1));
    vi.advanceTimersByTime(1_900);
    expect(kill).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(kill).toHaveBeenCalledOnce();
    await expect(outcome).rejects.toMatchObject({ code: 'AUDIO_DAMAGED' });
  });

  test('ends what dribbles on beyond its wall time', async () => {
    const { report, outcome, kill } = begin();
    for (let second = 0; second < 10; second++) {
      vi.advanceTimersByTime(1_000);
      report.output(new Uint8Array(1));
    }
    expect(kill).toHaveBeenCalledOnce();
    await expect(outcome).rejects.toMatchObject({ code: 'AUDIO_DAMAGED' });
  });

  test('kills on abort, at once, and listens no longer', async () => {
    const controller = new AbortController();
    const { report, output, outcome, kill } = begin({ signal: controller.signal });
    controller.abort();
    expect(kill).toHaveBeenCalledOnce();
    report.output(new Uint8Array(1));
    report.fail('killed');
    await expect(outcome).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    expect(output).toEqual([]);
  });

  test('does not start what is aborted already', async () => {
    const start = vi.fn();
    const job = {
      inputPath: 'x.wav',
      source: { container: 'wav' as const, isOpus: false },
      outputArguments: [],
      ...limits,
    };
    const outcome = superviseConversion({ ...job, signal: AbortSignal.abort() }, () => {}, start);
    await expect(outcome).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    expect(start).not.toHaveBeenCalled();
  });
});
