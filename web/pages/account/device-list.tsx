import type { SessionSummary } from '#shared/contract/sessions.ts';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { Button } from '../../components/ui/button.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './account-page.module.css';
import { useDevices } from './use-devices.ts';

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
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short' });
  const date = format.format(new Date(device.lastUsedAt));
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
