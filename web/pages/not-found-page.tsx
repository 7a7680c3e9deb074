import { ButtonLink } from '../components/ui/elements.tsx';
import { useText } from '../lib/language-context.ts';
import styles from './message.module.css';
import { MessagePage } from './message.tsx';

export function NotFoundPage() {
  const text = useText('not-found');
  return (
    <MessagePage>
      <p className={styles.figure} aria-hidden="true">
        {text.heading}
      </p>
      <h1>{text.message}</h1>
      <p>{text.hint}</p>
      <ButtonLink href="/" size="lg">
        {text.home}
      </ButtonLink>
    </MessagePage>
  );
}
