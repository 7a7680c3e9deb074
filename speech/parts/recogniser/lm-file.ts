/** A byte of an n-gram file is −16 ln p. */
export const stepsPerNat = 16;

/**
 * Reads an n-gram file from its front to its end; `name` says in an error which file it is.
 * @throws {RangeError} for a file that does not begin with `magic`, and from each take beyond its end.
 */
export function openLmFile(bytes: Uint8Array, magic: string, name: string) {
  if (String.fromCharCode(...bytes.subarray(0, magic.length)) !== magic) throw new RangeError(`not a ${name}`);
  let at = magic.length;
  const take = (length: number): Uint8Array<ArrayBuffer> => {
    if (at + length > bytes.length) throw new RangeError(`the ${name} is cut short`);
    at += length;
    // Copied: a Buffer's own slice would share memory that may not lie on a multiple of four.
    return new Uint8Array(bytes.subarray(at - length, at));
  };
  return {
    take,
    takeUint16: (count: number) => new Uint16Array(take(2 * count).buffer),
    takeUint32: (count: number) => new Uint32Array(take(4 * count).buffer),
  };
}

export type LmFile = ReturnType<typeof openLmFile>;

/** Where `wanted` stands among rising values from `start` up to `end`; −1 where it does not. */
export function findSorted(values: Uint16Array | Uint32Array, wanted: number, start: number, end: number): number {
  let low = start;
  let high = end - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = values[middle] ?? 0;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
