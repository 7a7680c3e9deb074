import { useState } from 'react';
import { Dialog } from '../components/ui/dialog.tsx';
import { Checkbox } from '../components/ui/field.tsx';
import { useText } from '../lib/language-context.ts';
import { useServices } from '../lib/services.ts';
import { singleKeysOffStorageKey } from '../lib/shortcuts.ts';
import styles from './shortcut-list.module.css';

/** What `?` shows; single keys can be turned off here. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { keys } = useText('common');
  const { storage } = useServices();
  const [isOff, setIsOff] = useState(storage.getItem(singleKeysOffStorageKey) !== null);
  const rows = [
    ['Space', keys.play],
    ['Ctrl + Enter', keys.process],
    ['?', keys.list],
  ] as const;
  return (
    <Dialog title={keys.title} onClose={onClose} hasCloseButton>
      <dl className={styles.rows}>
        {rows.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={keys.single}
        checked={!isOff}
        onChange={({ target }) => {
          setIsOff(!target.checked);
          if (target.checked) storage.removeItem(singleKeysOffStorageKey);
          else storage.setItem(singleKeysOffStorageKey, '1');
        }}
      />
    </Dialog>
  );
}
