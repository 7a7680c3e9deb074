import { useState } from 'react';
import { Link } from 'wouter';
import type { User } from '#shared/contract/accounts.ts';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { retentionDays } from '#shared/limits.ts';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { OwnPage } from '../../features/auth/own-page.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { TeachingSetting } from '../../features/feedback/questions.tsx';
import { useText } from '../../lib/language-context.ts';
import { opensAtOnce, setOpensAtOnce } from '../../lib/open-at-once.ts';
import { useServiceInfo } from '../../lib/service-info.ts';
import { useServices } from '../../lib/services.ts';
import styles from './account-page.module.css';
import { DeleteAccount } from './delete-account.tsx';
import { DeviceList } from './device-list.tsx';

/** One's own data: seen here, and ended here, as privacy policy and terms promise. */
export function AccountPage() {
  const text = useText('account');
  return <OwnPage text={text}>{(user) => <OwnData user={user} />}</OwnPage>;
}

function OwnData({ user }: { user: User }) {
  const { person, data } = useText('account');
  const { refreshSession } = useSession();
  const days = useServiceInfo()?.limits.retentionDays ?? retentionDays;
  return (
    <>
      <dl className={styles.person}>
        <dt>{person.name}</dt>
        <dd>{user.fullName}</dd>
        <dt>{person.email}</dt>
        <dd>{user.email}</dd>
        <dt>{person.attempts}</dt>
        <dd>{user.unlimited === true ? person.unlimited : user.attemptsRemaining}</dd>
      </dl>
      <OpenAtOnce />
      <TeachingSetting mayTeach={user.mayTeach === true} days={days} onDecided={refreshSession} />
      <section aria-labelledby="own-recordings">
        <h2 id="own-recordings">{data.title}</h2>
        <p>{fillPlaces(data.kept, { days })}</p>
        <Link href="/results">{data.all}</Link>
      </section>
      <DeviceList />
      <DeleteAccount />
    </>
  );
}

/** Kept on this device, like the press of the button that sets it. */
function OpenAtOnce() {
  const { openAtOnce } = useText('account');
  const { storage } = useServices();
  const [isWanted, setIsWanted] = useState(() => opensAtOnce(storage));
  return (
    <Checkbox
      className={styles.setting}
      label={openAtOnce}
      checked={isWanted}
      onChange={({ currentTarget }) => {
        setOpensAtOnce(storage, currentTarget.checked);
        setIsWanted(currentTarget.checked);
      }}
    />
  );
}
