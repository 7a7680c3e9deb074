import { useCallback, useEffect, useState } from 'react';
import { endEverySession, endSession, listSessions, type SessionSummary } from '#shared/contract/sessions.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { Button, Spinner } from '../../components/ui/elements.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useAttempt } from '../../components/ui/use-attempt.ts';
import { useSession } from '../../features/auth/session-context.tsx';
import { formatDay } from '../../lib/format-clock.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './account-page.module.css';

export function DeviceList() {
  const text = useText('account').devices;
  const { devices, fetchList, end, endAll } = useDevices();
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">{text.title}</h2>
      {devices === undefined && (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      )}
      {devices === 'failed' && (
        <p>
          {text.failed}{' '}
          <Button variant="outline" size="sm" onClick={() => void fetchList()}>
            {text.tryAgain}
          </Button>
        </p>
      )}
      {Array.isArray(devices) && (
        <ul className={styles.devices}>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} onEnd={() => void end(device.id)} />
          ))}
        </ul>
      )}
      <Button variant="outline" onClick={() => void endAll()}>
        {text.everywhere}
      </Button>
    </section>
  );
}

function DeviceRow({ device, onEnd }: { device: SessionSummary; onEnd: () => void }) {
  const text = useText('account').devices;
  const name = device.device || text.unknown;
  const date = formatDay(device.lastUsedAt);
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className={styles.facts}>{device.isCurrent ? text.thisOne : fillPlaces(text.lastUsed, { date })}</p>
      </div>
      {!device.isCurrent && (
        <Button variant="ghost" size="sm" aria-label={fillPlaces(text.endLabel, { device: name })} onClick={onEnd}>
          {text.end}
        </Button>
      )}
    </li>
  );
}

/** The sessions of who is signed in; `failed` where the server did not give them. */
export function useDevices() {
  const { api } = useServices();
  const { forgetSession } = useSession();
  const { show } = useToasts();
  const { attempt } = useAttempt('account');
  const [devices, setDevices] = useState<readonly SessionSummary[] | 'failed'>();

  const fetchList = useCallback(async () => {
    const answer = await api.call(listSessions, {}).catch(() => undefined);
    setDevices(answer?.data.sessions ?? 'failed');
  }, [api]);
  useEffect(() => {
    void fetchList();
  }, [fetchList]);

  return {
    devices,
    fetchList,
    end: (id: string) =>
      attempt(async () => {
        const { message } = await api.call(endSession, { params: { id } });
        show('success', message);
        await fetchList();
      }),
    endAll: () =>
      attempt(async () => {
        const { message } = await api.call(endEverySession, {});
        show('success', message);
        await forgetSession();
      }),
  };
}
