import path from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { InstalledModel } from '../../models/resolve-models.ts';
import { openGraph } from '../local/session-options.ts';
import type { SpeakerEvidence, SpeakerTurn } from '../ports.ts';
import { cutWindows } from './cut-windows.ts';
import { findTurns } from './find-turns.ts';
import { linkSound, tellVoices } from './tell-voices.ts';

/** The graph in its folder, see models/speakers/card.md. */
const graphFile = 'speaker-embed.onnx';

/** Two kinds of job: sounds to embeddings, a batch at a time; then all embeddings of a recording to its turns. */
export type SpeakerJob = { kind: 'embed'; windows: readonly Float32Array[] } | ({ kind: 'tell' } & SpeakerEvidence);
/** Of `embed`: a unit vector a window, one behind the other. Of `tell`: turns in order, for each count. */
export type SpeakerAnswer = { embeddings: Float32Array } | { turns: SpeakerTurn[][] };

/** Turns from the stretches of speech and their windows' embeddings, as `cutWindows` makes these; for each count. */
export function tellTurns({ stretches, embeddings, counts }: SpeakerEvidence): SpeakerTurn[][] {
  const windows = cutWindows(stretches);
  const size = embeddings.length / Math.max(1, windows.length);
  const sound = linkSound({ stretches, windows, embeddings: { values: embeddings, size, count: windows.length } });
  return counts.map((voices) => findTurns(tellVoices(sound, voices), voices !== undefined));
}

/**
 * Opens the folder of the speaker embedding: `samples: float32[batch, n]` (16 kHz mono at −25 dBFS, equally long, half a
 * second at least) → `float32[batch, 256]`, unit vectors, the mean voice taken off.
 * @throws {SpeechError} `ENGINE_NOT_READY` when it does not load.
 */
export async function openSpeakers(
  model: Pick<InstalledModel, 'folder'>,
  options: InferenceSession.SessionOptions,
): Promise<(job: SpeakerJob) => Promise<SpeakerAnswer>> {
  const session = await openGraph(path.join(model.folder, graphFile), options, 'the speaker embedding');
  return async (job) => {
    if (job.kind === 'tell') return { turns: tellTurns(job) };
    const length = job.windows[0]?.length ?? 0;
    const batch = new Float32Array(job.windows.length * length);
    for (const [at, window] of job.windows.entries()) batch.set(window, at * length);
    const answers = await session.run({ samples: new Tensor('float32', batch, [job.windows.length, length]) });
    const { data } = Object.values(answers)[0] ?? {};
    if (!(data instanceof Float32Array)) throw new Error('not a speaker embedding');
    return { embeddings: data };
  };
}
