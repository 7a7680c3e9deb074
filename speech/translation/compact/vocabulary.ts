/** Which tokens of a model's vocabulary its rewritten graphs know: number `i` there is the token `ids[i]`. */
export type Vocabulary = {
  /** In what the encoder reads. */
  sourceIds: number[];
  /** In what the decoder writes. */
  targetIds: number[];
};

export type TokenNumbers = {
  /** A token's number in the graph; `undefined` when the graph does not know it. */
  numberOf(id: number): number | undefined;
  idOf(number: number): number;
};

export const everyToken: TokenNumbers = { numberOf: (id) => id, idOf: (number) => number };

export function numberTokens(kept: readonly number[]): TokenNumbers {
  const numbers = new Map(kept.map((id, number) => [id, number]));
  return { numberOf: (id) => numbers.get(id), idOf: (number) => kept[number] ?? 0 };
}
