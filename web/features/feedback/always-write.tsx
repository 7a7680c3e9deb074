import { useState } from 'react';
import { readOwnWords, saveOwnWords } from '#shared/contract/own-words.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { listDifferences } from '#shared/match-words.ts';
import { pickOwnWords } from '#shared/own-words.ts';
import { Button } from '../../components/ui/elements.tsx';
import { useAction } from '../../components/ui/use-action.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';

const mostOffered = 3;
const split = (text: string) => text.split(/[^\p{L}\p{M}\p{N}'’-]+/u).filter(Boolean);

/** What a person wrote in place of what was heard, as far as a list of words can hold it. */
function findCorrectedWords(heard: string, corrected: string): string[] {
  const [before, after] = [split(heard), split(corrected)];
  const changed = listDifferences(before, after).filter(({ start, end }) => start < end);
  return pickOwnWords(changed.map(({ otherStart, otherEnd }) => after.slice(otherStart, otherEnd).join(' ')));
}

export function AlwaysWrite({ heard, corrected }: { heard: string; corrected: string }) {
  const { always } = useText('results').ownWord;
  const { api } = useServices();
  const { runCall, isRunning } = useAction('account');
  const [added, setAdded] = useState<readonly string[]>([]);
  const offered = findCorrectedWords(heard, corrected).filter((word) => !added.includes(word));
  const add = (word: string) =>
    runCall(
      async () => {
        const { words } = (await api.call(readOwnWords, {})).data;
        return api.call(saveOwnWords, { body: { words: [...words, word] } });
      },
      async () => setAdded([...added, word]),
    );
  return offered.slice(0, mostOffered).map((word) => (
    <Button key={word} variant="outline" size="sm" disabled={isRunning} onClick={() => void add(word)}>
      {fillPlaces(always, { word })}
    </Button>
  ));
}
