import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { retentionDays } from '#shared/limits.ts';
import { Button } from '../../components/ui/button.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { useEntry } from '../../features/auth/entry-context.ts';
import { useSession } from '../../features/auth/session-context.tsx';
import { ResultList } from '../../features/results/result-list.tsx';
import { useText } from '../../lib/language-context.ts';
import { useServiceInfo } from '../../lib/service-info.ts';
import styles from '../account/account-page.module.css';

/** Everything that was made of one's recordings, on whichever device. */
export function ResultsPage() {
  const text = useText('results');
  const { user, loading } = useSession();
  const { open } = useEntry();
  const days = useServiceInfo()?.limits.retentionDays ?? retentionDays;
  return (
    <div className={styles.page}>
      <h1>{text.heading}</h1>
      {user !== undefined ? (
        <>
          <p>{fillPlaces(text.kept, { days })}</p>
          <ResultList owner={user.email} />
        </>
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
