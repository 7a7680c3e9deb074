import { describe, expect, test } from 'vitest';
import { enlargeStack, type FfmpegCore, limitHeap } from './wasm-core.ts';

const pageBytes = 65_536;

describe('limitHeap', () => {
  test('lets the heap grow up to the limit and no further', () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    limitHeap(memory, 4 * pageBytes);
    expect(memory.grow(3)).toBe(1);
    expect(memory.buffer.byteLength).toBe(4 * pageBytes);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });
});

describe('enlargeStack', () => {
  function imitateCore(save: () => number, restore: (top: number) => void): FfmpegCore {
    const FS = { writeFile: () => {}, lookupPath: () => ({ node: {} as never }) };
    const asm = { Da: save, Ea: restore };
    return { FS, asm, _malloc: () => 1_000, exec: () => 0, setLogger: () => {}, setTimeout: () => {} };
  }

  test('moves the stack to the top of a block of its own', () => {
    let top = 0;
    const restore = (given: number) => {
      top = given;
    };
    enlargeStack(imitateCore(() => top, restore));
    expect(top).toBeGreaterThan(8_000_000);
    expect(top % 16).toBe(0);
  });

  test('refuses a build whose exports mean something else', () => {
    expect(() =>
      enlargeStack(
        imitateCore(
          () => 5,
          () => {},
        ),
      ),
    ).toThrow(/stack/);
    expect(() =>
      enlargeStack({
        ...imitateCore(
          () => 5,
          () => {},
        ),
        asm: {},
      }),
    ).toThrow(/unknown/);
  });
});
