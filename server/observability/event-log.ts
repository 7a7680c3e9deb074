import type { FastifyBaseLogger } from 'fastify';
import type { Keys } from '../core/keys.ts';
import type { Metrics } from './metrics.ts';
import { currentRequest } from './tracing.ts';

/** What an operator must be able to see afterwards (security.md S59). */
export type EventName =
  | 'link_requested'
  | 'link_sent'
  | 'link_verified'
  | 'link_rejected'
  | 'session_revoked'
  | 'rate_limited'
  | 'upload_rejected'
  | 'storage_full'
  | 'attempt_charged'
  | 'attempt_refunded'
  | 'attempts_granted'
  | 'premium_changed'
  | 'account_deleted'
  | 'teaching_changed'
  | 'result_rated'
  | 'retention_swept'
  | 'transcription_finished'
  | 'transcription_failed'
  | 'transcription_requeued'
  | 'translation_failed'
  | 'upload_missing'
  | 'mail_failed'
  | 'daily_mail_cap_reached'
  | 'dependency_down'
  | 'dependency_up'
  | 'models_not_fetched';

/** `email` and `ip` are hashed and shortened before they are written. */
export type EventFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type EventLog = (event: EventName, fields?: EventFields) => void;

/** Enough of an address to see a pattern, not enough to name a household (security.md S59). */
const shortenAddress = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 2).join('.');

/** What an operator should look at. */
const warnings: ReadonlySet<EventName> = new Set([
  'upload_missing',
  'dependency_down',
  'models_not_fetched',
  'daily_mail_cap_reached',
  'storage_full',
]);

/** Events as log lines and as counters; addresses are hashed and shortened on the way. */
export function createEventLog(logger: FastifyBaseLogger, metrics: Metrics, keys: Keys): EventLog {
  return (event, { email, ip, ...fields } = {}) => {
    metrics.countEvent(event, fields);
    const hidden = {
      ...(typeof email === 'string' ? { emailHash: keys.addressHash(email).slice(0, 16) } : {}),
      ...(typeof ip === 'string' ? { network: shortenAddress(ip) } : {}),
    };
    logger[warnings.has(event) ? 'warn' : 'info']({ event, ...currentRequest(), ...hidden, ...fields }, event);
  };
}
