import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { elementTypes } from '../onnx/graph.ts';
import { type GraphSketch, skimModel } from '../onnx/skim-graph.ts';
import { WireError } from '../onnx/wire.ts';
import { formatBytes } from './format-models.ts';

/** 8-bit products came into ONNX with this version of its operators. */
const firstOpsetWithInt8 = 11;
const float16 = 10;

/** A graph that could be read, and what is wrong with it as a file. */
export type InspectedGraph = { sketch: GraphSketch | null; complaints: string[] };

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

function describeWeights({ weightBytes }: GraphSketch): string[] {
  const bytesOf = (type: number) => weightBytes.get(type) ?? 0;
  if (bytesOf(elementTypes.int8) + bytesOf(elementTypes.uint8) > 0) return [];
  const type = bytesOf(float16) > bytesOf(elementTypes.float32) ? 'float16' : 'float32';
  return [`its weights are ${type}: the int8 file is wanted, which is a quarter as large and quick enough`];
}

/** What a graph says about itself, or why it cannot be read. */
export async function sketchGraph(
  file: string,
): Promise<{ sketch: GraphSketch; complaint?: never } | { sketch: null; complaint: string }> {
  try {
    return { sketch: await skimModel(file) };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { size } = await stat(file);
    return { sketch: null, complaint: `${error.message} (${formatBytes(size)} are there)` };
  }
}

/** What can be said about any graph of ours in 8 bits: whole, of a version that has them, its weights beside it. */
export async function inspectGraph(file: string): Promise<InspectedGraph> {
  const name = path.basename(file);
  const { sketch, complaint } = await sketchGraph(file);
  if (!sketch) return { sketch, complaints: [`${name}: ${complaint}`] };
  const complaints = describeWeights(sketch);
  if (sketch.opset < firstOpsetWithInt8) {
    complaints.push(`it is written in opset ${sketch.opset}, which has no 8-bit products: an older export`);
  }
  for (const weightFile of sketch.weightFiles) {
    if (!(await isThere(path.join(path.dirname(file), weightFile)))) {
      complaints.push(`its weights lie in ${weightFile}, which is not there`);
    }
  }
  return { sketch, complaints: complaints.map((said) => `${name}: ${said}`) };
}
