import type { ReactNode } from 'react';
import { useText } from '../../lib/language-context.ts';
import styles from './confirmed-button.module.css';
import { Dialog } from './dialog.tsx';
import { Button } from './elements.tsx';
import { Form } from './field.tsx';

type Props = { title: string; submit?: string; onSubmit: () => void; onClose: () => void; children: ReactNode };

/** Something to fill in: done, or given up with nothing changed. */
export function FormDialog({ title, submit, onSubmit, onClose, children }: Props) {
  const { cancel, save } = useText('demo').results;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={onSubmit}>
        {children}
        <div className={styles.actions}>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit">{submit ?? save}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
