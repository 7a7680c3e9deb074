import type { ReactNode } from 'react';
import type { EditedTexts } from '#shared/edited-texts.ts';
import { Button, ButtonLink } from '../../components/ui/elements.tsx';
import { Menu } from '../../components/ui/menu.tsx';
import { useText } from '../../lib/language-context.ts';
import { DeleteButton, NameButton } from './result-edits.tsx';
import type { KeptResult } from './result-store.ts';
import styles from './results.module.css';

type Props = {
  kept: KeptResult;
  attemptsRemaining: number;
  attemptsNotice: ReactNode;
  takeAway: ReactNode;
  onUndo: (() => void) | undefined;
  onEdit: (part: Partial<EditedTexts>) => void;
  onDeleted: () => void;
};

export function ResultActions({ kept, attemptsRemaining, attemptsNotice, takeAway, onUndo, onEdit, onDeleted }: Props) {
  const text = useText('demo').results;
  return (
    <div className={styles.actions}>
      {takeAway}
      {attemptsRemaining > 0 ? (
        <ButtonLink variant="outline" href="/demo">
          {text.another}
        </ButtonLink>
      ) : (
        <Button variant="outline" disabled>
          {text.noneLeft}
        </Button>
      )}
      <Menu label={text.menu}>
        <NameButton title={kept.edited.title} onName={(title) => onEdit({ title })} />
        {onUndo !== undefined && (
          <Button variant="ghost" onClick={onUndo}>
            {text.undo}
          </Button>
        )}
        <DeleteButton id={kept.result.id} onDeleted={onDeleted} />
      </Menu>
      {attemptsNotice}
    </div>
  );
}
