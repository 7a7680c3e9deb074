import { useState } from 'react';
import { readOwnWords, saveOwnWords } from '#shared/contract/own-words.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { findOwnWordsFault, tidyOwnWords } from '#shared/own-words.ts';
import { Button } from '../../components/ui/elements.tsx';
import { useAction } from '../../components/ui/use-action.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';

/** Offered after a correction: the word as it was written joins the person's own words. Nothing for what cannot be one. */
export function AlwaysWrite({ word }: { word: string }) {
  const text = useText('results').ownWord;
  const { api } = useServices();
  const { runCall, isRunning } = useAction('account');
  const [isDone, setIsDone] = useState(false);
  const [own = ''] = tidyOwnWords([word.split(/[^\p{L}\p{M}'’-]/u).join(' ')]);
  if (isDone || own === '' || findOwnWordsFault([own])) return null;
  const add = () =>
    runCall(
      async () => {
        const { words } = (await api.call(readOwnWords, {})).data;
        return api.call(saveOwnWords, { body: { words: [...words, own] } });
      },
      async () => setIsDone(true),
    );
  return (
    <Button variant="outline" size="sm" disabled={isRunning} onClick={() => void add()}>
      {fillPlaces(text.always, { word: own })}
    </Button>
  );
}
