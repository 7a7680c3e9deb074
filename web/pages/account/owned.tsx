import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../components/ui/elements.tsx';
import { useAction } from '../../components/ui/use-action.ts';
import styles from './account-page.module.css';

/** What the account has of one kind: fetched once, and again after each change. */
export function useOwned<T>(fetchValue: () => Promise<T>) {
  const { run, runCall, isRunning } = useAction('account');
  const [value, setValue] = useState<T>();
  const fetchAgain = async () => setValue(await fetchValue());
  const begin = useEffectEvent(() => run(fetchAgain));
  useEffect(() => void begin(), []);
  const change = (call: () => Promise<{ message: string }>) => void runCall(call, fetchAgain);
  return { value, fetchAgain, change, run, runCall, isRunning };
}

type Props = { name: string; facts: string; end: string; label: string; onEnd?: (() => void) | undefined };

/** A session or a key, and the button that ends it. */
export function OwnedRow({ name, facts, end, label, onEnd }: Props) {
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className={styles.facts}>{facts}</p>
      </div>
      {onEnd && (
        <Button variant="ghost" size="sm" aria-label={label} onClick={onEnd}>
          {end}
        </Button>
      )}
    </li>
  );
}
