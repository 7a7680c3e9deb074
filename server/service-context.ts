import type { Clock } from './core/clock.ts';
import type { Database } from './db/database.ts';
import type { EventLog } from './observability/event-log.ts';

export type ServiceContext = { database: Database; clock: Clock; log: EventLog };
