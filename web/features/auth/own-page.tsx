import type { ReactNode } from 'react';
import type { User } from '#shared/contract/accounts.ts';
import { Button } from '../../components/ui/button.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { useEntry } from './entry-context.ts';
import styles from './own-page.module.css';
import { useSession } from './session-context.tsx';

type Props = {
  text: { heading: string; signInFirst: string; signIn: string };
  children: (user: User) => ReactNode;
};

/** A page of one's own: for who is signed in, with the way there for everybody else. */
export function OwnPage({ text, children }: Props) {
  const { user, loading } = useSession();
  const { open } = useEntry();
  return (
    <div className={styles.page}>
      <h1>{text.heading}</h1>
      {user !== undefined ? (
        children(user)
      ) : loading ? (
        <Spinner />
      ) : (
        <>
          <p>{text.signInFirst}</p>
          <Button onClick={() => open('sign-in')}>{text.signIn}</Button>
        </>
      )}
    </div>
  );
}
