import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { makeIds } from '../translator/step-decoder.ts';

// The labels of punct_cap_seg_47lang, by their numbers. Its config.yaml says them, too, and is pinned by its hash;
// `npm run lab -- inspect-models` compares the two.

export const mostPieces = 128;

export const labelsAfter = ['<NULL>', ...'.,?？，。、・।؟،;።፣፧'];
export const labelsBefore = ['<NULL>', '¿'] as const;

type Mark = '' | ',' | '.' | '?';

/** Marks of other scripts are the ones that Somali writes; what it does not write is no mark. */
const asSomali: ReadonlyMap<string, Mark> = new Map([
  ...[...'.。।።'].map((mark) => [mark, '.'] as const),
  ...[...',，、،፣;'].map((mark) => [mark, ','] as const),
  ...[...'?？؟፧'].map((mark) => [mark, '?'] as const),
]);

export const markOfLabel = (label: number): Mark => asSomali.get(labelsAfter[label] ?? '') ?? '';

/** What the graph says of one piece; `capitals` by the place of the letter in the piece, `▁` counted. */
export type PieceLabels = { before: number; after: number; capitals: readonly boolean[]; ends: boolean };

type PunctuationSession = Pick<InferenceSession, 'run' | 'outputNames'>;

const overlapPieces = 16;

/**
 * Windows of a long text: as many pieces as the graph takes beside begin and end, each beginning 16 before the end of the
 * one before it. Half of what two windows share is taken from either (punctuators, infer_dataset.py and pcs_collector.py).
 */
function cutWindows(count: number): { start: number; end: number; keepFrom: number; keepTo: number }[] {
  const most = mostPieces - 2;
  const windows = [];
  for (let next = 0; next < count; ) {
    const start = next === 0 ? 0 : next - overlapPieces;
    next = start + most;
    const end = Math.min(count, next);
    const keepFrom = start === 0 ? 0 : start + overlapPieces / 2;
    windows.push({ start, end, keepFrom, keepTo: next < count ? end - overlapPieces / 2 : end });
  }
  return windows;
}

function readRow(tensor: Tensor | undefined, at: number): number[] {
  const width = tensor?.dims[2] ?? 1;
  const data = tensor?.data;
  if (!(data instanceof BigInt64Array || data instanceof Uint8Array))
    throw new TypeError('the punctuation model did not answer with labels int64 or bool[batch, pieces]');
  return Array.from(data.subarray(at * width, (at + 1) * width), Number);
}

/** Labels of each piece of a text. Every window is computed alone: the graph has no mask, so padding would be read as text. */
export async function labelPieces(
  session: PunctuationSession,
  ids: readonly number[],
  [beginId, endId]: readonly [number, number],
): Promise<PieceLabels[]> {
  const labels: PieceLabels[] = [];
  for (const { start, end, keepFrom, keepTo } of cutWindows(ids.length)) {
    const outputs = await session.run({ input_ids: makeIds([beginId, ...ids.slice(start, end), endId]) });
    // In this order in every published graph of the family.
    const [before, after, capitals, ends] = session.outputNames.map((name) => outputs[name]);
    for (let at = keepFrom; at < keepTo; at += 1) {
      const place = at - start + 1;
      labels.push({
        before: readRow(before, place)[0] ?? 0,
        after: readRow(after, place)[0] ?? 0,
        capitals: readRow(capitals, place).map(Boolean),
        ends: Boolean(readRow(ends, place)[0]),
      });
    }
  }
  return labels;
}
