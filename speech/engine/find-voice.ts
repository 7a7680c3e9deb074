import type { DecodedFacts } from '../audio/decode-audio.ts';
import type { SoundChoice } from '../audio/ffmpeg/decoder.ts';
import type { TimeSpan } from '../audio/samples.ts';

/** Channels and tracks tried besides the first choice: no meeting recorder has more. */
const mostOthers = 16;

type Parts<Found> = {
  /** The choice that the file itself suggests, or another of its tracks or channels. */
  decode: (sound?: SoundChoice) => Promise<DecodedFacts>;
  /** Stretches of speech in what was decoded last. */
  find: () => Promise<Found>;
  signal?: AbortSignal | undefined;
};

/**
 * Decodes the part of a file that holds speech: the wanted track with its channels mixed, else the first of its channels
 * alone, then of the other tracks, in which speech is found.
 * @returns the last that was tried, with no stretches, where there is no speech in any.
 * @throws {SpeechError} as `decode` does for the first choice.
 */
export async function findVoice<Found extends { stretches: readonly TimeSpan[] }>(parts: Parts<Found>) {
  const { decode, find, signal } = parts;
  let facts = await decode();
  let found = await find();
  const others = facts.otherSounds.slice(0, mostOthers);
  for (let sound = others.shift(); sound && found.stretches.length === 0; sound = others.shift()) {
    const other = await decode(sound).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      return undefined;
    });
    if (!other) continue;
    facts = other;
    found = await find();
  }
  /** Tracks that were not listened to. */
  const hasOtherTracks = others.some(({ track }) => track !== facts.sound.track);
  return { facts, found, hasOtherTracks };
}
