import type events from './events.json';

/** What an operator must be able to see afterwards (security.md S59); `warn` is what an operator should look at. */
export type EventName = keyof typeof events;

/** `email` and `ip` are hashed and shortened before they are written. */
export type EventFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
