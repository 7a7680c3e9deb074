/** Classes this far (natural log) below the frame's best are never part of a best text. */
const worthTrying = 14;

/**
 * The `count` most likely classes of one frame, blank (class 0) left out, best first.
 * @param row log probabilities by class.
 */
export function pickTopClasses(row: Float32Array, count: number): Int32Array {
  let best = Number.NEGATIVE_INFINITY;
  for (let klass = 0; klass < row.length; klass += 1) best = Math.max(best, row[klass] ?? best);
  const top = new Int32Array(count);
  let size = 0;
  for (let klass = 1; klass < row.length; klass += 1) {
    const value = row[klass] ?? 0;
    if (value < best - worthTrying || (size === count && value <= (row[top[count - 1] ?? 0] ?? 0))) continue;
    let place = size === count ? count - 1 : size;
    while (place > 0 && (row[top[place - 1] ?? 0] ?? 0) < value) {
      top[place] = top[place - 1] ?? 0;
      place -= 1;
    }
    top[place] = klass;
    if (size < count) size += 1;
  }
  return top.subarray(0, size);
}
