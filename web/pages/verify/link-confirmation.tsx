import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import type { LinkQuestion } from '../../features/auth/verification-state.ts';
import { useText } from '../../lib/language-context.ts';
import { MessagePage } from '../message.tsx';
import styles from './verify-page.module.css';

/** Nothing happens to who is signed in here, or to what they have recorded, before somebody has said so. */
export function LinkConfirmation({ question, onConfirm }: { question: LinkQuestion; onConfirm: () => void }) {
  const text = useText('auth').verify.question;
  const { email, signedInAs } = question;
  const isOther = signedInAs !== undefined;
  const places = { email, name: signedInAs ?? '' };
  return (
    <MessagePage>
      <h1>{fillPlaces(text.heading, places)}</h1>
      <p className={styles.message}>{fillPlaces(isOther ? text.somebodyElse : text.unbound, places)}</p>
      <div className={styles.actions}>
        <Button size="lg" onClick={onConfirm}>
          {text.confirm}
        </Button>
        <ButtonLink size="lg" variant="outline" href={isOther ? '/demo' : '/'}>
          {isOther ? fillPlaces(text.stay, places) : text.decline}
        </ButtonLink>
      </div>
    </MessagePage>
  );
}
