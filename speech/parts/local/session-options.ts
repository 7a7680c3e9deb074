import { InferenceSession } from 'onnxruntime-node';
import { SpeechError } from '../../speech-error.ts';
import { preferMapped } from '../optimise/map-weights.ts';

/** How every graph is opened, in the product and where its speed is measured. */
export const makeSessionOptions = (threads: number): InferenceSession.SessionOptions => ({
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  executionMode: 'sequential',
  // Without the arena a process of the full models takes some 200 MB less, at the same speed.
  enableCpuMemArena: false,
  extra: {
    session: {
      // Threads that wait by computing take half of a busy machine's time from those that work.
      intra_op: { allow_spinning: '0' },
      // Processors without VNNI else add products in 16 bits, where large ones do not fit: Somali was taken for another
      // language. No slower there, without effect elsewhere (decision 080).
      x64quantprecision: '1',
    },
  },
});

/** @throws {SpeechError} `ENGINE_NOT_READY`, saying `what` it is that does not load. */
export const openGraph = (file: string, options: InferenceSession.SessionOptions, what: string) =>
  InferenceSession.create(preferMapped(file), options).catch((cause: unknown) => {
    throw new SpeechError('ENGINE_NOT_READY', `${what} does not load`, { cause });
  });
