import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const reconnectPauseMilliseconds = 500;
const connectionTimeoutMillis = 5_000;

/** One connection, with every channel listened to; it rejects where the server is away. */
async function connect(connectionString: string, channels: EventEmitter, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis, keepAlive: true });
  // Every loss ends in 'end'; an error without a listener would end the process.
  client.on('error', () => {});
  client.on('notification', ({ channel, payload = '' }) => void channels.emit(channel, payload));
  try {
    await client.connect();
    for (const name of channels.eventNames()) await client.query(`listen ${client.escapeIdentifier(String(name))}`);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  client.once('end', onLost);
  return client;
}

/** `LISTEN` on a connection of its own, taken up again whenever the server has been away. */
export function startListener(connectionString: string) {
  const channels = new EventEmitter();
  let isClosed = false;
  let current: Promise<pg.Client> | undefined;

  async function keepTrying(): Promise<pg.Client> {
    for (;;) {
      try {
        return await connect(connectionString, channels, reopen);
      } catch (error) {
        if (isClosed) throw error;
        await sleep(reconnectPauseMilliseconds);
      }
    }
  }

  function reopen(): void {
    if (isClosed) return;
    current = keepTrying();
    current.catch(() => {
      // Closed while it tried.
    });
  }

  return {
    /** Calls back with the payload of every `NOTIFY channel`. */
    async listen(channel: string, onPayload: (payload: string) => void): Promise<void> {
      channels.on(channel, onPayload);
      current ??= keepTrying();
      const client = await current;
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    },
    async close(): Promise<void> {
      isClosed = true;
      const client = await current?.catch(() => undefined);
      await client?.end().catch(() => {});
    },
  };
}
