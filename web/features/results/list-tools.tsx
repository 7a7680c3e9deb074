import { useEffect, useEffectEvent, useState } from 'react';
import type { ResultSummary } from '#shared/contract/results.ts';
import { deleteTranscription, getTranscription } from '#shared/contract/transcription.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { searchMaxCharacters } from '#shared/limits.ts';
import { ConfirmedButton } from '../../components/ui/confirmed-button.tsx';
import { Button, PlayIcon } from '../../components/ui/elements.tsx';
import { Checkbox, Field, Form } from '../../components/ui/field.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useAction } from '../../components/ui/use-action.ts';
import { saveFile } from '../../lib/hand-over.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { buildChosen } from './chosen-results.ts';
import styles from './result-list.module.css';

export type Wanted = { search: string; isByName: boolean };

type FindProps = { wanted: Wanted; onWant: (wanted: Wanted) => void };

export function FindResults({ wanted, onWant }: FindProps) {
  const text = useText('account').find;
  const [search, setSearch] = useState(wanted.search);
  const want = (change: Partial<Wanted>) => onWant({ ...wanted, ...change });
  return (
    <search className={styles.find}>
      <Form className={styles.words} onSubmit={() => want({ search: search.trim() })}>
        <Field
          label={text.search}
          type="search"
          enterKeyHint="search"
          maxLength={searchMaxCharacters}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            if (currentTarget.value === '') want({ search: '' });
          }}
        />
      </Form>
      <Checkbox
        label={text.byName}
        checked={wanted.isByName}
        onChange={({ currentTarget }) => want({ isByName: currentTarget.checked })}
      />
    </search>
  );
}

type RowProps = {
  row: ResultSummary;
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  isSounding: boolean;
  onSound: (isSounding: boolean) => void;
};

export function RowTools({ row, name, isChosen, onChoose, isSounding, onSound }: RowProps) {
  const text = useText('account').find;
  return (
    <>
      <input type="checkbox" aria-label={fillPlaces(text.choose, { name })} checked={isChosen} onChange={onChoose} />
      {row.opening !== '' && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={fillPlaces(isSounding ? text.stop : text.play, { name })}
          onClick={() => onSound(!isSounding)}
        >
          <PlayIcon isPlaying={isSounding} className={styles.play} />
        </Button>
      )}
      {isSounding && <Sound id={row.id} onEnd={() => onSound(false)} />}
    </>
  );
}

function Sound({ id, onEnd }: { id: string; onEnd: () => void }) {
  const { api } = useServices();
  const { run } = useAction('general');
  const [address, setAddress] = useState<string>();
  const findAddress = useEffectEvent(() =>
    run(async () => {
      const { audioPath } = (await api.call(getTranscription, { params: { id } })).data.transcription;
      if (audioPath === undefined) onEnd();
      setAddress(audioPath);
    }),
  );
  useEffect(() => void findAddress(), []);
  // biome-ignore lint/a11y/useMediaCaption: its words stand in the row
  return address && <audio autoPlay src={address} onEnded={onEnd} onError={onEnd} />;
}

type ChosenProps = { ids: readonly string[]; owner: string; onDeleted: (id: string) => void };

export function ChosenResults({ ids, owner, onDeleted }: ChosenProps) {
  const text = useText('account').find;
  const { language } = useLanguage();
  const { api, clock } = useServices();
  const { show } = useToasts();
  const { run, isRunning } = useAction('general');
  const save = (kind: 'csv' | 'zip') =>
    run(async () => saveFile(await buildChosen(kind, ids, { api, owner, now: clock.now() })));
  const remove = async () => {
    for (const id of ids) {
      await api.call(deleteTranscription, { params: { id } });
      onDeleted(id);
    }
    show('success', text.remove.done);
  };
  return (
    <div role="status" className={styles.chosen}>
      <p>{formatCount(language, text.chosen, ids.length)}</p>
      <Button variant="outline" size="sm" disabled={isRunning} onClick={() => void save('csv')}>
        {text.table}
      </Button>
      <Button variant="outline" size="sm" disabled={isRunning} onClick={() => void save('zip')}>
        {text.everything}
      </Button>
      <ConfirmedButton variant="ghost" words={text.remove} onConfirm={remove}>
        {text.remove.button}
      </ConfirmedButton>
    </div>
  );
}
