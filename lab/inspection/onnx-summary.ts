import { readFile } from 'node:fs/promises';
import { type Graph, readModel, type Tensor, type Value } from '#speech/parts/optimise/onnx-graph.ts';

/** A dimension without a number may have any length: −1. */
export type ValueShape = { name: string; dims: readonly number[] };

/** What an ONNX file says about itself, without its weights. */
export type OnnxSummary = {
  /** Version of ONNX's own operators. */
  opset: number;
  inputs: readonly ValueShape[];
  outputs: readonly ValueShape[];
  /** Bytes of weights by ONNX's number of their type, subgraphs included. */
  weightBytes: ReadonlyMap<number, number>;
  /** Other files that hold weights of this one. */
  weightFiles: ReadonlySet<string>;
  metadata: ReadonlyMap<string, string>;
};

const readShape = ({ name, type }: Value): ValueShape => ({
  name,
  dims: (type?.tensorType?.shape?.dim ?? []).map(({ dimValue }) => dimValue || -1),
});

const listTensors = ({ node, initializer }: Graph): Tensor[] => [
  ...initializer,
  ...node.flatMap(({ attribute }) => attribute).flatMap(({ graph }) => (graph ? listTensors(graph) : [])),
];

/**
 * Reads what an ONNX file says about itself.
 * @throws {Error} for a file that is cut off or no ONNX file.
 */
export async function readOnnxSummary(file: string): Promise<OnnxSummary> {
  const { graph, opsetImport, metadataProps } = readModel(await readFile(file));
  const weightBytes = new Map<number, number>();
  const weightFiles = new Set<string>();
  for (const { dataType, rawData, externalData = [] } of listTensors(graph)) {
    const { location, length = rawData.length } = Object.fromEntries(
      externalData.map(({ key, value }) => [key, value]),
    );
    if (location) weightFiles.add(location);
    weightBytes.set(dataType, (weightBytes.get(dataType) ?? 0) + Number(length));
  }
  return {
    opset: opsetImport.find(({ domain }) => domain === '' || domain === 'ai.onnx')?.version ?? 0,
    inputs: graph.input.map(readShape),
    outputs: graph.output.map(readShape),
    weightBytes,
    weightFiles,
    metadata: new Map(metadataProps.map(({ key, value }) => [key, value])),
  };
}
