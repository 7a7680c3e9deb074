import type { SpeechEvent } from '#speech/engine.ts';
import type { Database } from '../db/database.ts';
import type { Progress } from '../db/schema.ts';
import { announceChange } from './change-feed.ts';
import { type Run, saveProgress } from './run-store.ts';

/** Readers see text grow at this pace; the engine may tell more often. */
const writeEveryMilliseconds = 250;

/** Writes the engine's events to the row, the latest of each stage, a few times a second. */
export function createProgressWriter({ db }: Database, row: Run) {
  let progress: Progress = {};
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    try {
      if (await saveProgress(db, row, progress)) await announceChange(db, row.id);
    } catch {
      // Progress is for the eye; the result is written with more care.
    }
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
  }

  return {
    note(event: SpeechEvent): void {
      progress = { ...progress, [event.stage]: event };
      timer ??= setTimeout(flush, writeEveryMilliseconds);
    },
    async close(): Promise<void> {
      if (timer) flush();
      await writing;
    },
  };
}
