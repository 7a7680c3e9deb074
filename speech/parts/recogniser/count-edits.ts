/** Levenshtein distance: each substitution, insertion and deletion counts one. Works on letters and on words. */
export function countEdits<Unit>(reference: readonly Unit[], hypothesis: readonly Unit[]): number {
  let above = Array.from({ length: hypothesis.length + 1 }, (_, j) => j);
  for (const [i, wanted] of reference.entries()) {
    const row = [i + 1];
    for (const [j, found] of hypothesis.entries()) {
      const replaced = (above[j] ?? 0) + (wanted === found ? 0 : 1);
      row.push(Math.min(replaced, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    above = row;
  }
  return above[hypothesis.length] ?? 0;
}
