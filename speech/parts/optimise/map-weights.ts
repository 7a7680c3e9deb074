import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../process/files.ts';
import { encodeModel, makeEntry, readModel, type Tensor } from './onnx-graph.ts';

/** A page of memory: what is smaller is not worth a mapping of its own. */
const leastBytes = 4_096;
/** `TensorProto.DataLocation.EXTERNAL` of onnx.proto. */
const external = 1;

const mappedFile = (file: string) => `${file.slice(0, -'.onnx'.length)}.mapped.onnx`;
const writtenAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1;

/** Whether a graph without weights lies beside this file that is not older; copies may have one time for both. */
export const isMapped = (file: string): boolean => writtenAt(mappedFile(file)) >= writtenAt(file);

/** The form of an ONNX file that takes the least memory to open. */
export const preferMapped = (file: string): string => (isMapped(file) ? mappedFile(file) : file);

/**
 * Writes the graph of an ONNX file beside it, `NAME.mapped.onnx`, whose weights are those of the file, where they lie in
 * it. ONNX Runtime maps them instead of reading all into memory: what it rearranges is let go of one by one, and tables
 * of which a few rows are read stay on the disk (docs/decisions/080).
 * @throws {Error} when it is no ONNX model.
 */
export async function writeMapped(file: string): Promise<void> {
  const bytes = await readFile(file);
  const { graph, ...model } = readModel(bytes);
  const refer = (tensor: Tensor): Tensor => {
    const { byteOffset, byteLength } = tensor.rawData;
    if (byteLength < leastBytes) return tensor;
    const place = { location: path.basename(file), offset: byteOffset - bytes.byteOffset, length: byteLength };
    const externalData = Object.entries(place).map(([key, value]) => makeEntry({ key, value: String(value) }));
    return { ...tensor, rawData: new Uint8Array(), externalData, dataLocation: external };
  };
  const referring = { ...model, graph: { ...graph, initializer: graph.initializer.map(refer) } };
  await replaceFile(mappedFile(file), encodeModel(referring));
}
