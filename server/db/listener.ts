import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const reconnectPauseMilliseconds = 500;
const connectionTimeoutMillis = 5_000;

type Callbacks = Map<string, Set<(payload: string) => void>>;

/** One connection, with every channel listened to; it rejects where the server is away. */
async function connect(connectionString: string, callbacks: Callbacks, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis, keepAlive: true });
  // Every loss ends in 'end'; an error without a listener would end the process.
  client.on('error', () => {});
  client.on('notification', ({ channel, payload }) => {
    for (const call of callbacks.get(channel) ?? []) call(payload ?? '');
  });
  try {
    await client.connect();
    for (const channel of callbacks.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  client.once('end', onLost);
  return client;
}

/** `LISTEN` on a connection of its own, taken up again whenever the server has been away. */
export function startListener(connectionString: string) {
  const callbacks: Callbacks = new Map();
  let isClosed = false;
  let current: Promise<pg.Client> | undefined;

  async function keepTrying(): Promise<pg.Client> {
    for (;;) {
      try {
        return await connect(connectionString, callbacks, reopen);
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
      const ours = callbacks.get(channel) ?? new Set();
      callbacks.set(channel, ours.add(onPayload));
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
