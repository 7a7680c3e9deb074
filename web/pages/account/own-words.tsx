import { useId, useState } from 'react';
import { readOwnWords, saveOwnWords } from '#shared/contract/own-words.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { ownWordsMost } from '#shared/limits.ts';
import { Button } from '../../components/ui/elements.tsx';
import { Form } from '../../components/ui/field.tsx';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './account-page.module.css';
import { useOwned } from './owned.tsx';

/** Names and terms that the person's recordings are heard with, one a line. */
export function OwnWords() {
  const text = useText('account').words;
  const { api } = useServices();
  const [lines, setLines] = useState<string>();
  const [headingId, hintId] = [useId(), useId()];
  const { change, isRunning } = useOwned(async () =>
    setLines((await api.call(readOwnWords, {})).data.words.join('\n')),
  );
  const save = () => change(() => api.call(saveOwnWords, { body: { words: lines?.split('\n') ?? [] } }));
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{text.title}</h2>
      <p id={hintId}>{fillPlaces(text.intro, { max: ownWordsMost })}</p>
      <Form onSubmit={save}>
        <textarea
          className={styles.words}
          lang="so"
          rows={6}
          aria-labelledby={headingId}
          aria-describedby={hintId}
          autoCapitalize="words"
          spellCheck={false}
          disabled={lines === undefined}
          value={lines ?? ''}
          onChange={({ currentTarget }) => setLines(currentTarget.value)}
        />
        <Button variant="outline" type="submit" disabled={isRunning || lines === undefined}>
          {text.save}
        </Button>
      </Form>
    </section>
  );
}
