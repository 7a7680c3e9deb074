import { ButtonLink } from '../components/ui/button.tsx';
import { useText } from '../lib/language-context.ts';
import styles from './message-page.module.css';
import { MessagePage } from './message-page.tsx';

export function NotFoundPage() {
  const text = useText('common').notFound;
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
