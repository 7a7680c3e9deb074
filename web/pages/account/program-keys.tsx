import { useCallback, useEffect, useState } from 'react';
import { type ApiKey, endKey, listKeys, makeKey } from '#shared/contract/programs.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { nameMaxCharacters, programsBasePath } from '#shared/limits.ts';
import { Button } from '../../components/ui/elements.tsx';
import { Field, Form } from '../../components/ui/field.tsx';
import { useAction } from '../../components/ui/use-action.ts';
import { formatDay } from '../../lib/format-clock.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './account-page.module.css';

export function ProgramKeys() {
  const text = useText('account').keys;
  const { api } = useServices();
  const { run, runCall, isRunning } = useAction('account');
  const [owned, setOwned] = useState<{ mayMakeKeys: boolean; keys: readonly ApiKey[] }>();
  const [name, setName] = useState('');
  const [made, setMade] = useState('');
  const fetchList = useCallback(
    async () => setOwned((await api.call(listKeys, {}).catch(() => undefined))?.data),
    [api],
  );
  useEffect(() => void fetchList(), [fetchList]);
  const make = () =>
    run(async () => {
      setMade((await api.call(makeKey, { body: { name } })).data.key);
      setName('');
      await fetchList();
    });
  const end = (id: string) => runCall(() => api.call(endKey, { params: { id } }), fetchList);
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{text.title}</h2>
      <p>
        {text.intro} <code>{`${window.location.origin}${programsBasePath}`}</code>
      </p>
      <ul className={styles.devices}>
        {owned?.keys.map((key) => (
          <KeyRow key={key.id} known={key} onEnd={() => void end(key.id)} />
        ))}
      </ul>
      {made !== '' && <Field label={text.made} hint={text.once} value={made} readOnly onFocus={selectAll} />}
      {owned?.mayMakeKeys === false && <p>{text.ask}</p>}
      {owned?.mayMakeKeys && (
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

function KeyRow({ known: { name, lastUsedAt }, onEnd }: { known: ApiKey; onEnd: () => void }) {
  const { devices, keys } = useText('account');
  const used = lastUsedAt === null ? keys.unused : fillPlaces(devices.lastUsed, { date: formatDay(lastUsedAt) });
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className={styles.facts}>{used}</p>
      </div>
      <Button variant="ghost" size="sm" aria-label={fillPlaces(keys.endLabel, { name })} onClick={onEnd}>
        {keys.end}
      </Button>
    </li>
  );
}
