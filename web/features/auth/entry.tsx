import { createContext, Fragment, type ReactNode, useContext } from 'react';
import type { User } from '#shared/contract/accounts.ts';
import { Button, Spinner } from '../../components/ui/elements.tsx';
import styles from './own-page.module.css';
import { useSession } from './session-context.tsx';
import type { LinkSent, SignUpPurpose } from './use-sign-up.ts';

/** The ways in that the frame of every page offers. */
export type Entry = {
  /** `isPopup`: it was not asked for, and can be refused for good. */
  open: (purpose: SignUpPurpose, isPopup?: boolean) => void;
  /** Before it is opened. */
  fetchAhead: () => Promise<unknown>;
  /** A link is on its way: where it went stays on the page when the dialog has closed. */
  sent: LinkSent | undefined;
};

export const EntryContext = createContext<Entry>({
  open: () => undefined,
  fetchAhead: async () => undefined,
  sent: undefined,
});

export const useEntry = (): Entry => useContext(EntryContext);

type Props = {
  text: { heading: string; signInFirst: string; signIn: string };
  children: (user: User) => ReactNode;
};

/** A page of one's own: for who is signed in, with the way there for visitors. */
export function OwnPage({ text, children }: Props) {
  const { user, loading } = useSession();
  const { open } = useEntry();
  return (
    <div className={styles.page}>
      <h1>{text.heading}</h1>
      {user !== undefined ? (
        // Nothing of one person stays on the page when another signs in.
        <Fragment key={user.email}>{children(user)}</Fragment>
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
