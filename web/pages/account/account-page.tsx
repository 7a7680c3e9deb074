import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import {
  type AccountSettings,
  changeSettings,
  deleteAccount,
  endEverySession,
  endSession,
  listSessions,
  type User,
} from '#shared/contract/accounts.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { ConfirmedButton } from '../../components/ui/confirmed-button.tsx';
import { Button, classNames } from '../../components/ui/elements.tsx';
import { Checkbox } from '../../components/ui/field.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useAction } from '../../components/ui/use-action.ts';
import { Address } from '../../features/auth/address.tsx';
import { OwnPage } from '../../features/auth/entry.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { useSignOutQuestion } from '../../features/auth/use-sign-out-question.tsx';
import { opensAtOnce, setOpensAtOnce } from '../../lib/browser-storage.ts';
import { formatDay } from '../../lib/format-clock.ts';
import { useText } from '../../lib/language-context.ts';
import { useRetentionDays } from '../../lib/service-info.ts';
import { useServices } from '../../lib/services.ts';
import styles from './account-page.module.css';
import { OwnWords } from './own-words.tsx';
import { OwnedRow, useOwned } from './owned.tsx';
import { ProgramKeys } from './program-keys.tsx';

export function AccountPage() {
  const text = useText('account');
  return <OwnPage text={text}>{(user) => <OwnData user={user} />}</OwnPage>;
}

function OwnData({ user }: { user: User }) {
  const { person, data, readyMail } = useText('account');
  const { teaching } = useText('results').feedback;
  const days = useRetentionDays();
  return (
    <>
      <dl className={styles.person}>
        <dt>{person.name}</dt>
        <dd>{user.fullName}</dd>
        <dt>{person.email}</dt>
        <dd>
          <Address email={user.email} />
        </dd>
        <dt>{person.attempts}</dt>
        <dd>{user.unlimited === true ? person.unlimited : user.attemptsRemaining}</dd>
      </dl>
      <OpenAtOnce />
      <Setting name="wantsReadyMail" user={user} label={readyMail.setting} isOnAtFirst>
        {readyMail.details}
      </Setting>
      <Setting name="mayTeach" user={user} label={teaching.setting}>
        {fillPlaces(teaching.details, { days })}
      </Setting>
      <section aria-labelledby="own-recordings">
        <h2 id="own-recordings">{data.title}</h2>
        <p>{fillPlaces(data.kept, { days })}</p>
        <Link href="/results">{data.all}</Link>
      </section>
      <OwnWords />
      <DeviceList />
      <ProgramKeys />
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

type SettingProps = {
  name: keyof AccountSettings;
  user: User;
  label: string;
  /** Until they have said. */
  isOnAtFirst?: boolean;
  children: ReactNode;
};

/** Kept with the account: a row of `accountSettings` in the contract, and a column. */
function Setting({ name, user, label, isOnAtFirst = false, children }: SettingProps) {
  const { api } = useServices();
  const { refreshSession } = useSession();
  const { runCall, isRunning } = useAction('account');
  const change = (isOn: boolean) => runCall(() => api.call(changeSettings, { body: { [name]: isOn } }), refreshSession);
  return (
    <div className={styles.setting}>
      <Checkbox
        label={label}
        checked={user[name] ?? isOnAtFirst}
        disabled={isRunning}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <p>{children}</p>
    </div>
  );
}

function DeleteAccount() {
  const { heading, ...words } = useText('account').remove;
  const { api } = useServices();
  const { forgetSession } = useSession();
  const { show } = useToasts();
  const [, navigate] = useLocation();
  const remove = async () => {
    const { message } = await api.call(deleteAccount, {});
    show('success', message);
    navigate('/');
    await forgetSession();
  };
  return (
    <section aria-labelledby="delete-account">
      <h2 id="delete-account">{heading}</h2>
      <p>{words.text}</p>
      <ConfirmedButton variant="outline" words={words} onConfirm={remove}>
        {words.button}
      </ConfirmedButton>
    </section>
  );
}

function DeviceList() {
  const text = useText('account').devices;
  const { api } = useServices();
  const { forgetSession } = useSession();
  const { value, change, runCall } = useOwned(async () => (await api.call(listSessions, {})).data.sessions);
  const endAll = () => void runCall(() => api.call(endEverySession, {}), forgetSession);
  const { askOrLeave, question } = useSignOutQuestion(endAll);
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">{text.title}</h2>
      <ul className={classNames(styles.devices, styles.sessions)}>
        {value?.map(({ id, device, isCurrent, lastUsedAt }) => (
          <OwnedRow
            key={id}
            name={device || text.unknown}
            facts={isCurrent ? text.thisOne : fillPlaces(text.lastUsed, { date: formatDay(lastUsedAt) })}
            end={text.end}
            label={fillPlaces(text.endLabel, { device: device || text.unknown })}
            onEnd={isCurrent ? undefined : () => change(() => api.call(endSession, { params: { id } }))}
          />
        ))}
      </ul>
      <Button variant="outline" onClick={askOrLeave}>
        {text.everywhere}
      </Button>
      {question}
    </section>
  );
}
