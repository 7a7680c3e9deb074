import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SpeechEngine, SpeechError } from '#speech/engine.ts';
import { type ClipOutcome, clipErrorRate } from './clip-outcome.ts';
import type { PageClip } from './evaluation-page.ts';

/** The page shows the worst recordings, and their sound as long as there is room. */
export const evaluationPageClips = 20;
export const evaluationPageAudioBytes = 12_000_000;

/** The sound of a recording in few bytes; `null` for one that cannot be read, which is why it has no result. */
async function readSound(engine: SpeechEngine, audioPath: string, outputPath: string): Promise<Uint8Array | null> {
  try {
    await engine.encodeForStorage(audioPath, outputPath);
    return await readFile(outputPath);
  } catch (error) {
    if (error instanceof SpeechError) return null;
    throw error;
  } finally {
    await rm(outputPath, { force: true });
  }
}

/** The recordings with the most wrong letters, with their sound as long as there is room for it. */
export async function pickWorst(engine: SpeechEngine, outcomes: readonly ClipOutcome[]): Promise<PageClip[]> {
  const worst = outcomes.toSorted((a, b) => clipErrorRate(b) - clipErrorRate(a)).slice(0, evaluationPageClips);
  const folder = await mkdtemp(path.join(tmpdir(), 'evaluation-'));
  let freeBytes = evaluationPageAudioBytes;
  const clips: PageClip[] = [];
  try {
    for (const outcome of worst) {
      const sound = await readSound(engine, outcome.clip.audioPath, path.join(folder, 'clip.ogg'));
      const audio = sound && sound.length <= freeBytes ? sound : null;
      freeBytes -= audio?.length ?? 0;
      clips.push({ outcome, audio });
    }
    return clips;
  } finally {
    await rm(folder, { recursive: true });
  }
}
