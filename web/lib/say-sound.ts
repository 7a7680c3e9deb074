import { fillPlaces } from '#shared/errors/fill-places.ts';
import { formatDuration } from '#shared/format-duration.ts';
import type { Language } from '#shared/languages.ts';

export type SoundDone = {
  doneSeconds: number;
  durationSeconds: number;
  /** Absent while it cannot be told. */
  leftSeconds: number | undefined;
};

/** Whole minutes, from a minute on: an estimate that changes with every second is read as a clock. */
const roughly = (seconds: number, language: Language) =>
  formatDuration(Math.max(1, Math.ceil(seconds / 60)) * 60, language);

/** "12 of 43 minutes done · about 9 minutes left" */
export function saySound(
  { doneSeconds, durationSeconds, leftSeconds }: SoundDone,
  texts: { soundDone: string; soundLeft: string },
  language: Language,
): string {
  const done = fillPlaces(texts.soundDone, {
    done: Math.floor(doneSeconds / 60),
    total: roughly(durationSeconds, language),
  });
  return leftSeconds === undefined
    ? done
    : `${done} · ${fillPlaces(texts.soundLeft, { time: roughly(leftSeconds, language) })}`;
}
