import path from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { sampleRateHz } from '../../audio/samples.ts';
import { openGraph } from '../local/session-options.ts';
import type { DetectedPiece, SoundPiece } from '../ports.ts';
import { windowSamples } from './find-speech-spans.ts';

/** How much of the window before it Silero wants to see. */
const contextSamples = 64;
const stateShape = [2, 1, 128] as const;

/** The graph in its folder, see models/detector/card.md. */
const graphFile = 'silero-vad-v6.onnx';

/**
 * Speech probability of each 32 ms window (the last one zero-padded), windows in order: the graph carries a state.
 * Signature: `input: float32[1,576]`, `state: float32[2,1,128]`, `sr: int64` → `output: float32[1,1]`, `stateN`.
 */
async function measureSpeechProbabilities(session: InferenceSession, { samples, memory }: SoundPiece) {
  const probabilities = new Float32Array(Math.ceil(samples.length / windowSamples));
  const input = new Float32Array(contextSamples + windowSamples);
  const inputTensor = new Tensor('float32', input, [1, input.length]);
  const sr = new Tensor('int64', BigInt64Array.of(BigInt(sampleRateHz)), []);
  const stateLength = stateShape[0] * stateShape[1] * stateShape[2];
  let state: Tensor = new Tensor('float32', memory?.slice(0, stateLength) ?? new Float32Array(stateLength), stateShape);
  if (memory) input.set(memory.subarray(stateLength), windowSamples);
  for (let window = 0; window < probabilities.length; window++) {
    const start = window * windowSamples;
    const part = samples.subarray(start, start + windowSamples);
    input.copyWithin(0, windowSamples);
    input.fill(0, contextSamples + part.length);
    input.set(part, contextSamples);
    const { output, stateN } = await session.run({ input: inputTensor, state, sr });
    if (!output || !stateN) throw new Error('not a Silero voice activity model');
    probabilities[window] = Number(output.data[0]);
    state = stateN;
  }
  const next = new Float32Array(stateLength + contextSamples);
  next.set(state.data as Float32Array);
  next.set(input.subarray(windowSamples), stateLength);
  return { probabilities, memory: next };
}

/**
 * Opens the folder of Silero's model: the detector's port, in the process that computes. About 5 ms a second of audio.
 * @throws {SpeechError} `ENGINE_NOT_READY` when it does not load.
 */
export async function openSilero(
  model: { folder: string },
  options: InferenceSession.SessionOptions = {},
): Promise<(piece: SoundPiece) => Promise<DetectedPiece>> {
  // The graph is tiny: more than one thread only adds waiting.
  const file = path.join(model.folder, graphFile);
  const session = await openGraph(file, { ...options, intraOpNumThreads: 1 }, 'the speech detector');
  return (piece) => measureSpeechProbabilities(session, piece);
}
