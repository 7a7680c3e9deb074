import { useCallback, useEffect, useRef, useState } from 'react';
import { type EditedTexts, fetchResult } from '../../features/results/demo-result.ts';
import { type KeptResult, type ResultStore, toKept } from '../../features/results/result-store.ts';
import { createResultSync, type ResultState, type ResultSync } from '../../features/results/result-sync.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { sentenceFor } from '../../lib/failure-sentence.ts';
import { useLanguage } from '../../lib/language-context.ts';
import { forgetPendingEdit, notePendingEdit, readPendingEdit } from '../../lib/pending-edit.ts';
import { useServices } from '../../lib/services.ts';
import { createStore, useStore } from '../../lib/store.ts';

type Search =
  | { step: 'loading' }
  | { step: 'found'; sync: ResultSync }
  | { step: 'missing' }
  | { step: 'unreachable'; message: string };

const isGone = (error: unknown) => error instanceof CallFailure && (error.status === 404 || error.status === 403);
const nothing = createStore<ResultState | undefined>(undefined);

/** A result by its id: just made, kept on this device, or asked of the server, in this order. */
export function useResult(
  id: string,
  owner: string,
  { store, fresh }: { store: ResultStore; fresh?: KeptResult | undefined },
) {
  const { api, clock, storage } = useServices();
  const { language } = useLanguage();
  const edits = useRef(0);

  /** Kept twice until the database has it. */
  const keep = useCallback(
    async (kept: KeptResult) => {
      edits.current += 1;
      const edit = edits.current;
      notePendingEdit(storage, { id, owner, edited: kept.edited });
      await store.save(kept, owner);
      if (edit === edits.current) forgetPendingEdit(storage);
    },
    [id, owner, storage, store],
  );
  const follow = useCallback(
    (kept: KeptResult) => createResultSync(kept, { api, clock, keep: (now) => void keep(now) }),
    [api, clock, keep],
  );

  const [search, setSearch] = useState<Search>(() =>
    fresh?.result.apiId === id ? { step: 'found', sync: follow(fresh) } : { step: 'loading' },
  );

  const find = useCallback(async (): Promise<Search> => {
    const known = await store.read(id, owner);
    if (known !== undefined) {
      const noted = readPendingEdit<EditedTexts>(storage, id, owner);
      const kept = noted === undefined ? known : { ...known, edited: { ...known.edited, ...noted }, isSaved: false };
      if (noted !== undefined) void keep(kept);
      const sync = follow(kept);
      void sync.refresh();
      return { step: 'found', sync };
    }
    try {
      const { data, recording } = await fetchResult(api, id);
      const kept = toKept(data, recording, clock.now());
      void store.save(kept, owner);
      return { step: 'found', sync: follow(kept) };
    } catch (error) {
      if (isGone(error)) return { step: 'missing' };
      return { step: 'unreachable', message: sentenceFor(error, 'general', language) };
    }
  }, [api, clock, id, owner, store, storage, keep, follow, language]);

  const isLoading = search.step === 'loading';
  useEffect(() => {
    if (!isLoading) return undefined;
    let isOver = false;
    void find().then((found) => {
      if (!isOver) setSearch(found);
    });
    return () => {
      isOver = true;
    };
  }, [isLoading, find]);

  const sync = search.step === 'found' ? search.sync : undefined;
  useEffect(() => {
    if (sync === undefined) return undefined;
    const save = () => void sync.save();
    window.addEventListener('online', save);
    return () => window.removeEventListener('online', save);
  }, [sync]);

  return { search, state: useStore(sync?.store ?? nothing), tryAgain: () => setSearch({ step: 'loading' }) };
}
