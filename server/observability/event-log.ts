import type { FastifyBaseLogger } from 'fastify';
import type { Keys } from '../core/keys.ts';
import events from './events.json' with { type: 'json' };
import type { EventFields, EventName } from './events.ts';
import type { Metrics } from './metrics.ts';
import { currentOrigin } from './request-context.ts';

export type EventLog = (event: EventName, fields?: EventFields) => void;

/** Enough of an address to see a pattern, not enough to name a household (security.md S59). */
const shortenAddress = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 2).join('.');

export function createEventLog(logger: FastifyBaseLogger, metrics: Metrics, keys: Keys): EventLog {
  return (event, { email, ip, ...fields } = {}) => {
    metrics.countEvent(event, fields);
    const hidden = {
      ...(typeof email === 'string' ? { emailHash: keys.addressHash(email).slice(0, 16) } : {}),
      ...(typeof ip === 'string' ? { network: shortenAddress(ip) } : {}),
    };
    logger[events[event] === 'warn' ? 'warn' : 'info']({ event, ...currentOrigin(), ...hidden, ...fields }, event);
  };
}
