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
  | 'retention_swept'
  | 'transcription_finished'
  | 'transcription_failed'
  | 'mail_failed'
  | 'daily_mail_cap_reached'
  | 'dependency_down'
  | 'dependency_up'
  | 'models_not_fetched';

/** `email` and `ip` are hashed and shortened before they are written. */
export type EventFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type EventLog = (event: EventName, fields?: EventFields) => void;
