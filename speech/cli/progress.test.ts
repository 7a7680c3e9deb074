import { expect, it } from 'vitest';
import { createFetchProgress } from './progress.ts';

function show(isTTY: boolean): string[] {
  const written: string[] = [];
  const progress = createFetchProgress({ isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 });
  for (let percent = 0; percent <= 100; percent += 1) {
    progress.show({ model: 'small', path: 'a.onnx', downloadedBytes: percent * 1e6, totalBytes: 1e8 });
  }
  progress.clear();
  return written;
}

it('rewrites one line on a terminal and logs a line each tenth elsewhere', () => {
  expect(show(true)).toHaveLength(102);
  expect(show(true)[50]).toContain('small  50 %  50 MB of 100 MB  a.onnx');
  expect(show(false)).toHaveLength(11);
  expect(show(false)[5]).toBe('small 50 %  50 MB of 100 MB\n');
});
