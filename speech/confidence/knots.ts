/** A monotone piecewise-linear map as its corners `[x, y]`, x rising; flat beyond both ends. */
export type Knots = readonly (readonly [x: number, y: number])[];

/** @throws {RangeError} when there are no knots. */
export function interpolate(knots: Knots, x: number): number {
  const first = knots[0];
  if (first === undefined) throw new RangeError('a map needs at least one knot');
  let [leftX, leftY] = first;
  if (x <= leftX) return leftY;
  for (const [rightX, rightY] of knots) {
    if (x <= rightX) return leftY + ((x - leftX) / (rightX - leftX)) * (rightY - leftY);
    [leftX, leftY] = [rightX, rightY];
  }
  return leftY;
}
