import { correctTranscription, translateTranscription } from '#shared/contract/results.ts';
import { getTranscription, type ResultEdits, resultEdits } from '#shared/contract/transcription.ts';
import { type EditedTexts, editedOf } from '#shared/edited-texts.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { CallFailure, readFields } from '../../lib/call-failure.ts';
import { type Clock, wait } from '../../lib/clock.ts';
import { createStore } from '../../lib/store.ts';
import type { KeptResult } from './result-store.ts';

export type ResultState = {
  kept: KeptResult;
  /** What another device saved in between: one of the two has to be chosen. */
  other: ResultEdits | undefined;
  isTranslating: boolean;
  /** Of how many texts a person has an editor open. */
  editors: number;
  /** The latest save did not reach the account. */
  isCutOff: boolean;
};

type Parts = {
  api: ApiClient;
  clock: Clock;
  /** Keeps it on the device. */
  keep: (kept: KeptResult) => void;
};

/** How often a translation that takes longer than an answer may is asked for again: the work goes on meanwhile. */
const translationTries = 4;

const listEdits = ({ title, transcript, translation, translationOf, speakers }: EditedTexts) =>
  JSON.stringify([title, transcript, translation, translationOf, speakers?.names, speakers?.words]);

const saysTheSame = (one: EditedTexts, other: EditedTexts) => listEdits(one) === listEdits(other);

/** The texts as they are in the account, from a refusal that carries them. */
function readOther(error: unknown): ResultEdits | undefined {
  if (!(error instanceof CallFailure) || error.status !== 409) return undefined;
  return resultEdits.safeParse(readFields(error.body).data).data;
}

/**
 * A result with its owner's edits, on the device at once and in the account as soon as the line allows. One call after
 * the other: a save names the version that the one before it made, so that none is lost.
 */
export function createResultSync(first: KeptResult, { api, clock, keep }: Parts) {
  const begun = { kept: first, other: undefined, isTranslating: false, editors: 0, isCutOff: false };
  const store = createStore<ResultState>(begun);
  const params = { id: first.result.id };
  let last: Promise<unknown> = Promise.resolve();

  const change = (part: Partial<ResultState>) => store.set({ ...store.get(), ...part });
  function hold(part: Partial<KeptResult>): void {
    const kept = { ...store.get().kept, ...part };
    change({ kept });
    keep(kept);
  }
  const adopt = (edits: ResultEdits) =>
    hold({ edited: editedOf(first.result, edits), version: edits.version, isSaved: true });

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  /** The same texts saved elsewhere are no conflict. */
  function meet(edits: ResultEdits): void {
    const { kept } = store.get();
    const theirs = editedOf(first.result, edits);
    if (kept.isSaved || saysTheSame(theirs, kept.edited)) adopt(edits);
    else change({ other: edits });
  }

  async function saveNow(): Promise<void> {
    const { kept, other } = store.get();
    if (kept.isSaved || other !== undefined) return;
    const { version, edited } = kept;
    const { title, transcript, translation, translationOf, speakers } = edited;
    const body = { version, title, transcript, translation, translationOf, speakers };
    try {
      const { data } = await api.call(correctTranscription, { params, body });
      hold({ version: data.version, isSaved: store.get().kept.edited === edited });
    } catch (error) {
      const edits = readOther(error);
      if (edits === undefined) throw error;
      meet(edits);
    }
  }

  async function askTranslation(triesLeft: number): Promise<ResultEdits> {
    try {
      const body = { version: store.get().kept.version };
      return (await api.call(translateTranscription, { params, body })).data;
    } catch (error) {
      const edits = readOther(error);
      if (edits !== undefined) return edits;
      const waitSeconds = error instanceof CallFailure ? error.retryAfterSeconds : undefined;
      if (triesLeft === 0 || waitSeconds === undefined || waitSeconds > 5) throw error;
      await wait(clock, waitSeconds * 1000);
      return askTranslation(triesLeft - 1);
    }
  }

  async function translateNow(): Promise<void> {
    // What is written during a save is not in it, and the account translates only what it has.
    do await saveNow();
    while (!store.get().kept.isSaved && store.get().other === undefined);
    const { kept, other } = store.get();
    if (other !== undefined) return;
    const asked = kept.edited.transcript;
    const edits = await askTranslation(translationTries);
    const { edited } = store.get().kept;
    const theirs = editedOf(first.result, edits);
    if (theirs.transcript !== asked) return meet(edits);
    if (edited === kept.edited) return adopt(edits);
    // What was written meanwhile stays; it is saved next.
    const { translation, translationOf, again } = theirs;
    hold({ edited: { ...edited, translation, translationOf, again }, version: edits.version });
  }

  /** Nothing is lost where it fails: it is tried again when the line is back, and when the result is opened again. */
  const save = () =>
    inTurn(saveNow).then(
      () => change({ isCutOff: false }),
      () => change({ isCutOff: true }),
    );

  return {
    store,
    save,
    edit(part: Partial<EditedTexts>): Promise<void> {
      hold({ edited: { ...store.get().kept.edited, ...part }, isSaved: false });
      return save();
    },
    /** @throws {CallFailure} */
    async translate(): Promise<void> {
      change({ isTranslating: true });
      await inTurn(translateNow).finally(() => change({ isTranslating: false }));
    },
    noteEditing: (isOpen: boolean) => change({ editors: store.get().editors + (isOpen ? 1 : -1) }),
    /** What the account has now; what is not saved yet is. Not under an open editor: its save meets the other text. */
    refresh: () =>
      inTurn(async () => {
        await saveNow();
        const { data } = await api.call(getTranscription, { params });
        const { edits } = data.transcription;
        const { kept, editors } = store.get();
        if (editors === 0 && edits !== undefined && edits.version !== kept.version) meet(edits);
      }).catch(() => undefined),
    choose(whose: 'mine' | 'other'): void {
      const { other } = store.get();
      if (other === undefined) return;
      change({ other: undefined });
      if (whose === 'other') adopt(other);
      else hold({ version: other.version });
      void save();
    },
  };
}

export type ResultSync = ReturnType<typeof createResultSync>;
