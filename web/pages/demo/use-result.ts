import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchResult, toDemoResult } from '../../features/results/demo-result.ts';
import type { KeptResult, ResultStore } from '../../features/results/result-store.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { sentenceFor } from '../../lib/failure-sentence.ts';
import { useLanguage } from '../../lib/language-context.ts';
import { forgetPendingEdit, notePendingEdit, readPendingEdit } from '../../lib/pending-edit.ts';
import { useServices } from '../../lib/services.ts';

export type ResultState =
  | { step: 'loading' }
  | { step: 'ready'; kept: KeptResult }
  | { step: 'missing' }
  | { step: 'unreachable'; message: string };

const isGone = (error: unknown) => error instanceof CallFailure && (error.status === 404 || error.status === 403);

/** A result by its id: just made, kept on this device, or asked of the server, in this order. */
export function useResult(
  id: string,
  owner: string,
  { store, fresh }: { store: ResultStore; fresh?: KeptResult | undefined },
) {
  const { api, clock, storage } = useServices();
  const { language } = useLanguage();
  const [state, setState] = useState<ResultState>(
    fresh?.result.apiId === id ? { step: 'ready', kept: fresh } : { step: 'loading' },
  );

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

  const find = useCallback(async (): Promise<ResultState> => {
    const known = await store.read(id, owner);
    if (known !== undefined) {
      const edited = readPendingEdit(storage, id, owner);
      const kept = { ...known, edited: edited ?? known.edited };
      if (edited !== undefined) void keep(kept);
      return { step: 'ready', kept };
    }
    try {
      const { data, recording } = await fetchResult(api, id);
      const result = toDemoResult(data);
      const { cleanedText, translation } = result;
      const kept = { result, edited: { cleanedText, translation }, recording, madeAt: clock.now() };
      return { step: 'ready', kept };
    } catch (error) {
      if (isGone(error)) return { step: 'missing' };
      return { step: 'unreachable', message: sentenceFor(error, 'general', language) };
    }
  }, [api, clock, id, owner, store, storage, keep, language]);

  const isLoading = state.step === 'loading';
  useEffect(() => {
    if (!isLoading) return undefined;
    let isOver = false;
    void find().then((found) => {
      if (!isOver) setState(found);
    });
    return () => {
      isOver = true;
    };
  }, [isLoading, find]);

  return {
    state,
    tryAgain: () => setState({ step: 'loading' }),
    edit: (edited: KeptResult['edited']) => {
      if (state.step !== 'ready') return;
      const kept = { ...state.kept, edited };
      setState({ step: 'ready', kept });
      void keep(kept);
    },
  };
}
