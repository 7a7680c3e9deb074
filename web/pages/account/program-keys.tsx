import { useState } from 'react';
import { endKey, listKeys, makeKey } from '#shared/contract/programs.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { nameMaxCharacters, programsBasePath } from '#shared/limits.ts';
import { Button } from '../../components/ui/elements.tsx';
import { Field, Form } from '../../components/ui/field.tsx';
import { formatDay } from '../../lib/format-clock.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './account-page.module.css';
import { OwnedRow, useOwned } from './owned.tsx';

export function ProgramKeys() {
  const { devices, keys: text } = useText('account');
  const { api } = useServices();
  const { value, fetchAgain, change, run, isRunning } = useOwned(async () => (await api.call(listKeys, {})).data);
  const [name, setName] = useState('');
  const [made, setMade] = useState('');
  const make = () =>
    run(async () => {
      setMade((await api.call(makeKey, { body: { name } })).data.key);
      setName('');
      await fetchAgain();
    });
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{text.title}</h2>
      <p>
        {text.intro} <code>{`${window.location.origin}${programsBasePath}`}</code>
      </p>
      <ul className={styles.devices}>
        {value?.keys.map((key) => (
          <OwnedRow
            key={key.id}
            name={key.name}
            facts={key.lastUsedAt ? fillPlaces(devices.lastUsed, { date: formatDay(key.lastUsedAt) }) : text.unused}
            end={text.end}
            label={fillPlaces(text.endLabel, { name: key.name })}
            onEnd={() => change(() => api.call(endKey, { params: { id: key.id } }))}
          />
        ))}
      </ul>
      {made !== '' && <Field label={text.made} hint={text.once} value={made} readOnly onFocus={selectAll} />}
      {value?.mayMakeKeys === false && <p>{text.ask}</p>}
      {value?.mayMakeKeys && (
        <Form onSubmit={make}>
          <Field label={text.name} value={name} onChange={(event) => setName(event.target.value)} {...nameLimits} />
          <Button variant="outline" type="submit" disabled={isRunning}>
            {text.make}
          </Button>
        </Form>
      )}
    </section>
  );
}

const nameLimits = { required: true, maxLength: nameMaxCharacters };
const selectAll = ({ target }: { target: HTMLInputElement }) => target.select();
